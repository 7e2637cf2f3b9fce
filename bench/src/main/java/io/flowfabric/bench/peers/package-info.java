/**
 * What a team would use instead of FlowFabric, each set up for throughput as its own documentation advises.
 *
 * <p>Every peer gets the same work in an empty database: so many pieces with a payload of so many letters, submitted by
 * its bulk call in chunks of a thousand, then done by so many handlers that do nothing. What is done is what the database
 * says is done: the rows are gone, or in their final state. Counting starts when the workers are told to begin.
 *
 * <p>Peers for the JVM run in this one, and leave no thread behind. Those for Node run in a process of their own, from an
 * installation in the user's cache. {@link io.flowfabric.bench.peers.DrainWatch} says how long a peer is watched.
 */
@NullMarked
package io.flowfabric.bench.peers;

import org.jspecify.annotations.NullMarked;
