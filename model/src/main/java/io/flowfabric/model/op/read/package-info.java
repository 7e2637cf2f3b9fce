/** Arguments and answers of reads of one execution, and the explanation of why it does not run. */
@NullMarked
package io.flowfabric.model.op.read;

import org.jspecify.annotations.NullMarked;
