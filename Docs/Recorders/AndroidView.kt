// Records the offset of an Android view once a frame, as a CSV for scrollfit. Not run on Android by this project.
//
//   val recorder = ScrollRecorder.of(recyclerView)       // or of(scrollView), nested or horizontal
//   recorder.start()                                     // before the fling
//   Log.i("scrollfit", recorder.save("scroll.csv"))      // some tenths of a second after the content rests
//
//   adb pull /sdcard/Android/data/YOUR.PACKAGE/files/scroll.csv
//
// Clock: frameTimeNanos of the Choreographer, the time at which the frame began, which every callback of the frame
// sees. System.nanoTime() in the callback, or in onScrollChange, is that time plus however long the callback waited.
//
// Android 12 stretches the content at an edge; that is drawn and is no part of the offset, so there is no bounce here.
import android.os.Build
import android.view.Choreographer
import android.view.MotionEvent
import android.view.View
import android.view.ViewGroup
import android.widget.HorizontalScrollView
import androidx.recyclerview.widget.RecyclerView
import java.io.File
import java.util.Locale

/** An offset in pixels; unlike a lambda of type () -> Int it returns no object. */
fun interface Pixels {
    fun get(): Int
}

class ScrollRecorder private constructor(
    private val view: View,
    private val offset: Pixels,
    private val end: Pixels,
    private val sideways: Boolean,
) : Choreographer.FrameCallback {
    private val times = LongArray(CAPACITY) // all memory at once: nothing is allocated in a frame
    private val offsets = IntArray(CAPACITY)
    private val phases = ByteArray(CAPACITY)
    private var count = 0
    private var running = false
    private var phase = NONE
    private var changed = 0L // the last frame in which the offset or the phase was another one

    fun start() {
        count = 0
        if (phase == GLIDE) phase = NONE // of a touch before the recording
        running = true
        Choreographer.getInstance().postFrameCallback(this)
    }

    override fun doFrame(frameTimeNanos: Long) {
        if (!running || count == CAPACITY) return
        val value = offset.get()
        val moved = count > 0 && value != offsets[count - 1]
        // What moves from rest is moved by the app. A RecyclerView rests one frame before its last step is seen here.
        if (phase == REST && moved && phases[count - 1] == REST) phase = NONE
        if (count == 0 || moved || phase != phases[count - 1]) changed = frameTimeNanos
        // A ScrollView has no listener for the end of a fling.
        if (phase == GLIDE && frameTimeNanos - changed > STILL_NANOS) settle()
        times[count] = frameTimeNanos
        offsets[count] = value
        phases[count] = phase
        count += 1
        Choreographer.getInstance().postFrameCallback(this)
    }

    /** The glide has ended, with the last change of the offset. */
    private fun settle() {
        var row = count - 1
        while (row > 0 && phases[row] == GLIDE && offsets[row] == offsets[row - 1]) phases[row--] = REST
        phase = REST
    }

    /** Ends the recording and returns the CSV. */
    fun stop(): String {
        running = false
        if (phase == GLIDE) settle()
        val scale = view.resources.displayMetrics.density
        val text = StringBuilder()
        text.append("# device: ${Build.MODEL}, Android ${Build.VERSION.RELEASE}\n")
        text.append("# scale: $scale\n")
        view.display?.let { text.append("# refresh_hz: ${it.refreshRate}\n") }
        val last = end.get() / scale // edges and bounds are in dp, offsets in px
        val size = (if (sideways) view.width else view.height) / scale
        text.append(if (sideways) "# edge_left: 0\n# edge_right: $last\n" else "# edge_top: 0\n# edge_bottom: $last\n")
        text.append(if (sideways) "# bounds_width: $size\n" else "# bounds_height: $size\n")
        text.append(if (sideways) "t_s,offset_x_px,phase\n" else "t_s,offset_y_px,phase\n")
        for (row in 0 until count) {
            text.append(String.format(Locale.ROOT, "%.6f", (times[row] - times[0]) / 1e9))
            text.append(",${offsets[row]},${LABELS[phases[row].toInt()]}\n")
        }
        return text.toString()
    }

    /** Ends the recording, writes it, and returns the path. */
    fun save(name: String): String {
        val file = File(view.context.getExternalFilesDir(null), name)
        file.writeText(stop())
        return file.path
    }

    companion object {
        private const val CAPACITY = 120 * 600
        private const val STILL_NANOS = 300_000_000L // longer than a slow fling stays on one pixel
        private const val NONE: Byte = 0
        private const val FINGER: Byte = 1
        private const val GLIDE: Byte = 2
        private const val REST: Byte = 3
        private val LABELS = arrayOf("", "tracking", "fling", "idle")

        /** A RecyclerView: the sum of its movements, since its own offset is an estimate where heights differ. */
        fun of(view: RecyclerView): ScrollRecorder {
            val sideways = view.layoutManager?.canScrollHorizontally() == true
            var position = if (sideways) view.computeHorizontalScrollOffset() else view.computeVerticalScrollOffset()
            val end =
                if (sideways) Pixels { view.computeHorizontalScrollRange() - view.computeHorizontalScrollExtent() }
                else Pixels { view.computeVerticalScrollRange() - view.computeVerticalScrollExtent() }
            val recorder = ScrollRecorder(view, Pixels { position }, end, sideways)
            view.addOnScrollListener(object : RecyclerView.OnScrollListener() {
                var dragged = false

                override fun onScrolled(recyclerView: RecyclerView, dx: Int, dy: Int) {
                    position += if (sideways) dx else dy
                }

                override fun onScrollStateChanged(recyclerView: RecyclerView, newState: Int) {
                    recorder.phase = when (newState) {
                        RecyclerView.SCROLL_STATE_DRAGGING -> FINGER
                        // Settling without a finger before it is a smooth scroll of the app.
                        RecyclerView.SCROLL_STATE_SETTLING -> if (dragged) GLIDE else NONE
                        else -> REST
                    }
                    dragged = newState == RecyclerView.SCROLL_STATE_DRAGGING
                }
            })
            return recorder
        }

        /** A ScrollView, NestedScrollView or HorizontalScrollView. Takes the place of its touch listener. */
        fun of(view: ViewGroup): ScrollRecorder {
            val height = Pixels { view.getChildAt(0).height + view.paddingTop + view.paddingBottom - view.height }
            val width = Pixels { view.getChildAt(0).width + view.paddingLeft + view.paddingRight - view.width }
            val sideways = view is HorizontalScrollView
            val recorder = ScrollRecorder(
                view, if (sideways) Pixels { view.scrollX } else Pixels { view.scrollY },
                Pixels { maxOf(0, (if (sideways) width else height).get()) }, sideways)
            view.setOnTouchListener { _, event ->
                val up = event.actionMasked == MotionEvent.ACTION_UP || event.actionMasked == MotionEvent.ACTION_CANCEL
                recorder.phase = if (up) GLIDE else FINGER
                false
            }
            return recorder
        }
    }
}
