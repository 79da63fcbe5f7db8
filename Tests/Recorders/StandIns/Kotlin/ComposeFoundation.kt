// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.compose.foundation
import androidx.compose.foundation.gestures.ScrollableState
import androidx.compose.foundation.interaction.InteractionSource
class ScrollState : ScrollableState { override val isScrollInProgress = false; val value = 0; val maxValue = 0; val viewportSize = 0; val interactionSource: InteractionSource = object : InteractionSource {} }
