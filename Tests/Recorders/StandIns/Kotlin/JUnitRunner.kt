// Stand-in for Docs/Recorders: declarations as documented, nothing behind them.
package org.junit.runner
import kotlin.reflect.KClass
annotation class RunWith(val value: KClass<*>)
