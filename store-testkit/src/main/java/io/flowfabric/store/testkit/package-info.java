/** What tests of and with the engine need: a clock that they move, and the suites every store must pass. */
@NullMarked
package io.flowfabric.store.testkit;

import org.jspecify.annotations.NullMarked;
