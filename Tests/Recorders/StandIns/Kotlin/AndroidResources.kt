// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package android.content.res
class DisplayMetrics { val density = 3f }
class Resources { val displayMetrics = DisplayMetrics() }
