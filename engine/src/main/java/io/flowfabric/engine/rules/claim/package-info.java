/**
 * Rules of acquiring an execution: claims, grants, admission, reclaims, and which workers count as live (02 §5, §10,
 * §13).
 */
@NullMarked
package io.flowfabric.engine.rules.claim;

import org.jspecify.annotations.NullMarked;
