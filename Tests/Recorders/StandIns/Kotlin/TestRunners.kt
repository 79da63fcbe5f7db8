// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package androidx.test.ext.junit.runners
class AndroidJUnit4
