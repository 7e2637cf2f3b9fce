/** Contracts of events, cursors, workers, wake-ups and follow-ups. */
@NullMarked
package io.flowfabric.store.testkit.contract.event;

import org.jspecify.annotations.NullMarked;
