/** Tables and queries of the PostgreSQL store, one class per family. */
@NullMarked
package io.flowfabric.store.postgres.table;

import org.jspecify.annotations.NullMarked;
