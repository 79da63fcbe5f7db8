// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package android.widget
import android.content.Context
import android.view.ViewGroup
open class HorizontalScrollView(context: Context) : ViewGroup(context)
