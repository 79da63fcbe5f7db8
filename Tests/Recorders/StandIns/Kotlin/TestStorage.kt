// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.test.platform.io
import java.io.OutputStream
interface PlatformTestStorage { fun openOutputFile(p: String): OutputStream }
object PlatformTestStorageRegistry { fun getInstance(): PlatformTestStorage = TODO() }
