/** Arguments and pages of listings: executions, expired leases, lanes. */
@NullMarked
package io.flowfabric.model.op.listing;

import org.jspecify.annotations.NullMarked;
