// An instrumented test that flings a view and collects the recording. Not run by this project.
//
// Needs AndroidView.kt in the app or the test, and in build.gradle.kts
//
//   androidTestImplementation("androidx.test.espresso:espresso-core:3.6.1")
//   androidTestImplementation("androidx.test.ext:junit:1.2.1")
//
// ./gradlew connectedAndroidTest leaves scroll.csv below
// app/build/outputs/connected_android_test_additional_output.
//
// Espresso finds the view. It does not swipe: before each action it waits until the app is idle, and an app that
// records every frame may never be. The events come from Instrumentation, one each 16 ms with a stamp of its own, so that
// the speed of a fling is known.
//
// Clock: that of the recorder, the time of each frame. The test itself stamps nothing.
import android.os.SystemClock
import android.view.MotionEvent
import android.view.View
import androidx.recyclerview.widget.RecyclerView
import androidx.test.core.app.ActivityScenario
import androidx.test.espresso.Espresso.onView
import androidx.test.espresso.matcher.ViewMatchers.withId
import androidx.test.ext.junit.runners.AndroidJUnit4
import androidx.test.platform.app.InstrumentationRegistry
import androidx.test.platform.io.PlatformTestStorageRegistry
import org.junit.Test
import org.junit.runner.RunWith

@RunWith(AndroidJUnit4::class)
class ScrollRecording {
    private val instrumentation = InstrumentationRegistry.getInstrumentation()

    @Test
    fun recordScrolling() {
        ActivityScenario.launch(MainActivity::class.java).use {
            lateinit var list: RecyclerView
            onView(withId(R.id.list)).check { view, _ -> list = view as RecyclerView }
            lateinit var recorder: ScrollRecorder
            instrumentation.runOnMainSync {
                recorder = ScrollRecorder.of(list)
                recorder.start()
            }
            for (speed in listOf(-500f, -1000f, -2000f, 4000f)) { // dp/s; the last one runs into the top
                fling(list, speed * list.resources.displayMetrics.density)
                SystemClock.sleep(4000)
            }
            lateinit var text: String
            instrumentation.runOnMainSync { text = recorder.stop() }
            PlatformTestStorageRegistry.getInstance().openOutputFile("scroll.csv").use { it.write(text.toByteArray()) }
        }
    }

    /** A finger that moves with `speed` px/s for 160 ms, at most over 0.8 of the height; upwards where it is negative. */
    private fun fling(view: View, speed: Float) {
        val corner = IntArray(2)
        view.getLocationOnScreen(corner)
        val x = corner[0] + view.width / 2f
        val middle = corner[1] + view.height / 2f
        val step = (speed * 0.016f).coerceIn(-view.height * 0.08f, view.height * 0.08f)
        val down = SystemClock.uptimeMillis()
        for (index in 0..10) {
            val time = down + 16 * index
            SystemClock.sleep(maxOf(0L, time - SystemClock.uptimeMillis()))
            val action = if (index == 0) MotionEvent.ACTION_DOWN else MotionEvent.ACTION_MOVE
            send(down, time, action, x, middle + (index - 5) * step)
        }
        send(down, down + 160, MotionEvent.ACTION_UP, x, middle + 5 * step)
    }

    private fun send(down: Long, time: Long, action: Int, x: Float, y: Float) {
        val event = MotionEvent.obtain(down, time, action, x, y, 0)
        instrumentation.sendPointerSync(event)
        event.recycle()
    }
}
