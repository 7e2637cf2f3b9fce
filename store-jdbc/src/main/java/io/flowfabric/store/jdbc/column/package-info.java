/** Columns of the SQL stores: values into statements and out of rows. */
@NullMarked
package io.flowfabric.store.jdbc.column;

import org.jspecify.annotations.NullMarked;
