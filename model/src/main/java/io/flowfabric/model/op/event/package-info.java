/** Arguments and pages of event subscriptions. */
@NullMarked
package io.flowfabric.model.op.event;

import org.jspecify.annotations.NullMarked;
