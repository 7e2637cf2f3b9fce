/** NOTIFY and LISTEN: wake-ups between processes, and the outbox watch. */
@NullMarked
package io.flowfabric.store.postgres.notify;

import org.jspecify.annotations.NullMarked;
