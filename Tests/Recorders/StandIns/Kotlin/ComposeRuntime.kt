// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.compose.runtime
import kotlin.reflect.KProperty
annotation class Composable
interface State<out T> { val value: T }
operator fun <T> State<T>.getValue(o: Any?, p: KProperty<*>): T = value
@Composable fun LaunchedEffect(a: Any?, b: Any?, block: suspend () -> Unit) {}
suspend fun <R> withFrameNanos(onFrame: (frameTimeNanos: Long) -> R): R = onFrame(0)
abstract class CompositionLocal<T> { val current: T get() = TODO() }
