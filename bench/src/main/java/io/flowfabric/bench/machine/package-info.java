/** What the figures come from: the machine, its disk, and the server with the settings that decide about durability. */
@NullMarked
package io.flowfabric.bench.machine;

import org.jspecify.annotations.NullMarked;
