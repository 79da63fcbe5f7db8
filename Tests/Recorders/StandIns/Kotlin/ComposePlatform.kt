// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.compose.ui.platform
import androidx.compose.runtime.CompositionLocal
interface Density { val density: Float }
val LocalDensity: CompositionLocal<Density> = object : CompositionLocal<Density>() {}
