/** Arguments and outcomes of the operations on tags. */
@NullMarked
package io.flowfabric.model.op.tag;

import org.jspecify.annotations.NullMarked;
