import android.content.Context
import android.view.MotionEvent
import android.view.View
import android.view.ViewGroup
import java.io.File
import kotlin.math.roundToInt

/** Shows AndroidView.kt the frames of glide.csv, a finger for 0.2 s and then a glide, and prints what it recorded. */
fun main() {
    val view = ViewGroup(Context())
    view.child = View(Context())
    view.child.height = 30_000
    val recorder = ScrollRecorder.of(view)
    recorder.start()
    for (line in File("glide.csv").readLines().drop(1)) {
        val (time, offset) = line.split(",").map { it.toDouble() }
        view.scrollY = (offset * 3).roundToInt()
        view.listener!!.onTouch(view, MotionEvent(if (time < 0.2) MotionEvent.ACTION_MOVE else MotionEvent.ACTION_UP))
        recorder.doFrame(5_000_000_000 + (time * 1e9).toLong())
    }
    print(recorder.stop())
}
