// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package android.view
import android.content.Context
import android.content.res.Resources
open class View(val context: Context) {
  open val resources: Resources = Resources(); val display: Display? = Display(); var height = 844 * 3; var width = 844 * 3
  val paddingTop = 0; val paddingBottom = 0; val paddingLeft = 0; val paddingRight = 0; var scrollX = 0; var scrollY = 0
  fun interface OnTouchListener { fun onTouch(v: View?, event: MotionEvent): Boolean }
  var listener: OnTouchListener? = null
  fun setOnTouchListener(l: OnTouchListener?) { listener = l }
  fun getLocationOnScreen(a: IntArray) {}
}
open class ViewGroup(context: Context) : View(context) { fun getChildAt(i: Int): View = child; lateinit var child: View }
class Display { val refreshRate = 60f }
class MotionEvent(val actionMasked: Int) {
  fun recycle() {}
  companion object { const val ACTION_DOWN = 0; const val ACTION_UP = 1; const val ACTION_MOVE = 2; const val ACTION_CANCEL = 3
    fun obtain(a: Long, b: Long, c: Int, x: Float, y: Float, m: Int) = MotionEvent(c) }
}
class Choreographer { interface FrameCallback { fun doFrame(frameTimeNanos: Long) }
  fun postFrameCallback(c: FrameCallback) {}
  companion object { fun getInstance() = Choreographer() } }
