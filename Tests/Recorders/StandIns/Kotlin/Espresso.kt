// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.test.espresso
import android.view.View
class NoMatchingViewException : RuntimeException()
fun interface ViewAssertion { fun check(view: View?, e: NoMatchingViewException?) }
class ViewInteraction { fun check(a: ViewAssertion): ViewInteraction = this }
interface Matcher<T>
object Espresso { fun onView(m: Matcher<View>) = ViewInteraction() }
