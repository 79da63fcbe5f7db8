// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.test.core.app
class ActivityScenario<A> : AutoCloseable { override fun close() {}
  companion object { fun <A> launch(c: Class<A>) = ActivityScenario<A>() } }
