// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.recyclerview.widget
import android.content.Context
import android.view.ViewGroup
open class RecyclerView(context: Context) : ViewGroup(context) {
  abstract class OnScrollListener { open fun onScrolled(recyclerView: RecyclerView, dx: Int, dy: Int) {}; open fun onScrollStateChanged(recyclerView: RecyclerView, newState: Int) {} }
  fun addOnScrollListener(l: OnScrollListener) {}
  abstract class LayoutManager { open fun canScrollHorizontally() = false }
  var layoutManager: LayoutManager? = null
  fun computeHorizontalScrollOffset() = 0; fun computeHorizontalScrollRange() = 0; fun computeHorizontalScrollExtent() = 0
  fun computeVerticalScrollOffset() = 0; fun computeVerticalScrollRange() = 0; fun computeVerticalScrollExtent() = 0
  companion object { const val SCROLL_STATE_IDLE = 0; const val SCROLL_STATE_DRAGGING = 1; const val SCROLL_STATE_SETTLING = 2 }
}
