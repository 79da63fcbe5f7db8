// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package android.content
import java.io.File
open class Context { fun getExternalFilesDir(type: String?): File? = File(".") }
