import java.io.File
import kotlin.math.roundToInt

/** Shows Compose.kt the frames of glide.csv, a finger for 0.2 s and then a glide, and prints what it recorded. */
fun main() {
    val recorder = ScrollRecorder()
    recorder.scale = 3f
    recorder.end = { 27_000 }
    recorder.height = { 3 * 844 }
    for (line in File("glide.csv").readLines().drop(1)) {
        val (time, offset) = line.split(",").map { it.toDouble() }
        recorder.frame(5_000_000_000 + (time * 1e9).toLong(), (offset * 3).roundToInt(), time < 0.2, true)
    }
    print(recorder.text())
}
