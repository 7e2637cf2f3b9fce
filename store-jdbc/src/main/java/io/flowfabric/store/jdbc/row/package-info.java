/** Records of the model as rows of the SQL stores. */
@NullMarked
package io.flowfabric.store.jdbc.row;

import org.jspecify.annotations.NullMarked;
