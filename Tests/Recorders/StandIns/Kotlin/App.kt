// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
class MainActivity
object R { object id { const val list = 1 } }
