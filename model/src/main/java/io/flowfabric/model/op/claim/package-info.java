/** Arguments and outcomes of {@code claim} and of granting the next execution of a lane to a worker. */
@NullMarked
package io.flowfabric.model.op.claim;

import org.jspecify.annotations.NullMarked;
