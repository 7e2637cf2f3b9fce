/** Tables and queries of the SQLite store, one class per family. */
@NullMarked
package io.flowfabric.store.sqlite.table;

import org.jspecify.annotations.NullMarked;
