/** What an execution requires of a worker, what a worker offers, and whether the two fit. */
@NullMarked
package io.flowfabric.model.capability;

import org.jspecify.annotations.NullMarked;
