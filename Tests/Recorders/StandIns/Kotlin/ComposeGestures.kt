// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.compose.foundation.gestures
interface ScrollableState { val isScrollInProgress: Boolean }
