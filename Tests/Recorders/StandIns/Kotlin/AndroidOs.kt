// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package android.os
object Build { const val MODEL = "stand-in"; object VERSION { const val RELEASE = "0" } }
object SystemClock { fun uptimeMillis() = 0L; fun sleep(ms: Long) {} }
