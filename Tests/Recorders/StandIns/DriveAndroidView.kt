import android.content.Context
import android.view.MotionEvent
import android.view.View
import android.view.ViewGroup
import android.widget.HorizontalScrollView
import java.io.File
import kotlin.math.roundToInt

/**
 * Shows AndroidView.kt the frames of glide.csv, a finger for 0.2 s and then a glide, along x with the argument x; then a rest of
 * a second and a scrollTo of ten frames. Prints what it recorded.
 */
fun main(arguments: Array<String>) {
    val sideways = "x" in arguments
    val view = if (sideways) HorizontalScrollView(Context()) else ViewGroup(Context())
    view.child = View(Context())
    if (sideways) view.child.width = 30_000 else view.child.height = 30_000
    val recorder = ScrollRecorder.of(view)
    recorder.start()
    var now = 5_000_000_000
    fun frame(nanos: Long, offset: Int) {
        if (sideways) view.scrollX = offset else view.scrollY = offset
        now = nanos
        recorder.doFrame(now)
    }
    var end = 0
    var touched = true
    for (line in File("glide.csv").readLines().drop(1)) {
        val (time, offset) = line.split(",").map { it.toDouble() }
        end = (offset * 3).roundToInt()
        val finger = time < 0.2
        if (touched) view.listener!!.onTouch(view, MotionEvent(if (finger) MotionEvent.ACTION_MOVE else MotionEvent.ACTION_UP))
        touched = finger
        frame(5_000_000_000 + (time * 1e9).toLong(), end)
    }
    repeat(60) { frame(now + 16_666_667, end) }
    repeat(10) { frame(now + 16_666_667, end + 100 * (it + 1)) }
    print(recorder.stop())
}
