/** Arguments and outcomes of what the timers do when something is due, and of maintenance. */
@NullMarked
package io.flowfabric.model.op.timer;

import org.jspecify.annotations.NullMarked;
