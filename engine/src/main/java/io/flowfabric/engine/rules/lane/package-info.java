/**
 * Rules of lanes and queues: how lanes share a claim, which kinds a claim is about, how many queues there may be.
 */
@NullMarked
package io.flowfabric.engine.rules.lane;

import org.jspecify.annotations.NullMarked;
