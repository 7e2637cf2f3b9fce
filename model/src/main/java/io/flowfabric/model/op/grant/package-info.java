/** Arguments and outcomes of issuing grants and of acquiring the execution that a grant names. */
@NullMarked
package io.flowfabric.model.op.grant;

import org.jspecify.annotations.NullMarked;
