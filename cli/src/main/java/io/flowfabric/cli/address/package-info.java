/** Store addresses, and what can be done with one: see its migrations, open the store, open the fabric on it. */
@NullMarked
package io.flowfabric.cli.address;

import org.jspecify.annotations.NullMarked;
