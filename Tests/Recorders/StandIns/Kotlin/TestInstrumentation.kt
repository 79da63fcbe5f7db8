// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.test.platform.app
import android.view.MotionEvent
class Instrumentation { fun runOnMainSync(r: Runnable) {}; fun sendPointerSync(e: MotionEvent) {} }
object InstrumentationRegistry { fun getInstrumentation() = Instrumentation() }
