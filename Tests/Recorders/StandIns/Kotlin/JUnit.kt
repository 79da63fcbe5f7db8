// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package org.junit
annotation class Test
