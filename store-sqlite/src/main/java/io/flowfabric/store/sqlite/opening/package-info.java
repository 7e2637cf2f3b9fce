/** Opening a SQLite file: address, inspection, connections, schema. */
@NullMarked
package io.flowfabric.store.sqlite.opening;

import org.jspecify.annotations.NullMarked;
