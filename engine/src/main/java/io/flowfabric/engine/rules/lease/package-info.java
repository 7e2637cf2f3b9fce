/**
 * Rules of a held lease: fencing, renewal, outcomes, cancellation, timers and what operators may do (02 §3, §6 to
 * §11).
 */
@NullMarked
package io.flowfabric.engine.rules.lease;

import org.jspecify.annotations.NullMarked;
