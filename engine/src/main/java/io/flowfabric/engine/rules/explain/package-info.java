/** 08 §8: why an execution is not running, and what would change that. */
@NullMarked
package io.flowfabric.engine.rules.explain;

import org.jspecify.annotations.NullMarked;
