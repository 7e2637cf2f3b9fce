/** What a team would use instead of FlowFabric, each set up for throughput as its own documentation advises. */
@NullMarked
package io.flowfabric.bench.peers;

import org.jspecify.annotations.NullMarked;
