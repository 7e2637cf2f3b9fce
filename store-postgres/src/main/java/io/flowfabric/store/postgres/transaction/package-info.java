/** Transactions on PostgreSQL: connections, deadlines, held rows, the fate of a commit. */
@NullMarked
package io.flowfabric.store.postgres.transaction;

import org.jspecify.annotations.NullMarked;
