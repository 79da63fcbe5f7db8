// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.test.espresso.matcher
import android.view.View
import androidx.test.espresso.Matcher
object ViewMatchers { fun withId(id: Int): Matcher<View> = TODO() }
