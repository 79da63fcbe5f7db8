// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.compose.foundation.interaction
import androidx.compose.runtime.*
interface InteractionSource
@Composable fun InteractionSource.collectIsDraggedAsState(): State<Boolean> = TODO()
