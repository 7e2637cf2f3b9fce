/** What the tests of the server set up, used by the command line. */
@NullMarked
package io.flowfabric.server;

import org.jspecify.annotations.NullMarked;
