/** What a claim asks of a store, and what it finds there. */
@NullMarked
package io.flowfabric.engine.store.claim;

import org.jspecify.annotations.NullMarked;
