// Records the offset of a scrollable Compose layout once a frame, as a CSV for scrollfit. Not run on Android by this project.
//
//   val recorder = remember { ScrollRecorder() }
//   val scroll = rememberScrollState()
//   RecordScroll(scroll, recorder)
//   Column(Modifier.verticalScroll(scroll)) { ... }
//   Button(onClick = { File(context.getExternalFilesDir(null), "scroll.csv").writeText(recorder.text()) }) { ... }
//
//   adb pull /sdcard/Android/data/YOUR.PACKAGE/files/scroll.csv
//
// A lazy list knows no offset. Where all its items are `item` px high, the second RecordScroll records it:
//
//   RecordScroll(
//       state, state.interactionSource, recorder,
//       offset = { state.firstVisibleItemIndex * item + state.firstVisibleItemScrollOffset },
//       end = { state.layoutInfo.totalItemsCount * item - state.layoutInfo.viewportSize.height },
//       height = { state.layoutInfo.viewportSize.height })
//
// Clock: the time of the frame that withFrameNanos gives, by which Compose also computes its flings. System.nanoTime()
// is that time plus however long the frame took until then.
//
// The stretch at an edge on Android is drawn and is no part of the offset. Compose Multiplatform on iOS bounces, and does
// not have that offset in ScrollState either.
import androidx.compose.foundation.ScrollState
import androidx.compose.foundation.gestures.ScrollableState
import androidx.compose.foundation.interaction.InteractionSource
import androidx.compose.foundation.interaction.collectIsDraggedAsState
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.withFrameNanos
import androidx.compose.ui.platform.LocalDensity

class ScrollRecorder {
    private val times = LongArray(CAPACITY) // all memory at once
    private val offsets = IntArray(CAPACITY)
    private val phases = ByteArray(CAPACITY)
    private var count = 0
    private var fling = false // what moves comes from a finger
    internal var scale = 1f
    internal var end: () -> Int = { 0 }
    internal var height: () -> Int = { 0 }

    internal fun frame(nanos: Long, offset: Int, dragged: Boolean, moving: Boolean) {
        if (count == CAPACITY) return
        val still = count > 0 && offset == offsets[count - 1]
        if (dragged) fling = true else if (!moving && still) fling = false
        times[count] = nanos
        offsets[count] = offset
        phases[count] = if (dragged) FINGER else if (!moving) REST else if (fling) GLIDE else NONE
        count += 1
    }

    /** The CSV of all frames so far. */
    fun text(): String {
        val text = StringBuilder()
        text.append("# scale: $scale\n")
        text.append("# edge_top: 0\n")
        text.append("# edge_bottom: ${end() / scale}\n") // edges and bounds are in dp, offsets in px
        text.append("# bounds_height: ${height() / scale}\n")
        text.append("t_s,offset_y_px,phase\n")
        for (row in 0 until count) {
            text.append("${(times[row] - times[0]) / 1e9},${offsets[row]},${LABELS[phases[row].toInt()]}\n")
        }
        return text.toString()
    }

    private companion object {
        const val CAPACITY = 120 * 600
        const val NONE: Byte = 0 // a scroll of the app has no label
        const val FINGER: Byte = 1
        const val GLIDE: Byte = 2
        const val REST: Byte = 3
        val LABELS = arrayOf("", "tracking", "fling", "idle")
    }
}

@Composable
fun RecordScroll(state: ScrollState, recorder: ScrollRecorder) =
    RecordScroll(
        state, state.interactionSource, recorder,
        offset = { state.value }, end = { state.maxValue }, height = { state.viewportSize })

@Composable
fun RecordScroll(
    state: ScrollableState, interactions: InteractionSource, recorder: ScrollRecorder,
    offset: () -> Int, end: () -> Int, height: () -> Int,
) {
    val dragged by interactions.collectIsDraggedAsState()
    val density = LocalDensity.current.density
    LaunchedEffect(state, recorder) {
        recorder.scale = density
        recorder.end = end
        recorder.height = height
        val frame: (Long) -> Unit = { recorder.frame(it, offset(), dragged, state.isScrollInProgress) }
        while (true) withFrameNanos(frame)
    }
}
