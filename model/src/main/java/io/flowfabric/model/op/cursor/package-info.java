/** Arguments and outcomes of the operations on named cursors. */
@NullMarked
package io.flowfabric.model.op.cursor;

import org.jspecify.annotations.NullMarked;
