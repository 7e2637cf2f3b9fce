/**
 * Wake-ups: a commit says what it concerns, and waiting calls are woken. A wake-up is a hint; a woken call queries
 * again. {@link io.flowfabric.engine.waiting} explains the protocol of waiting calls.
 */
@NullMarked
package io.flowfabric.engine.store.wakeup;

import org.jspecify.annotations.NullMarked;
