/** Checks and JSON helpers that policies share. Internal to the model. */
@NullMarked
package io.flowfabric.model.internal.policy;

import org.jspecify.annotations.NullMarked;
