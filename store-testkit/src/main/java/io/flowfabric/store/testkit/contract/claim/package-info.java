/** Contracts of acquiring executions: claims, grants, routes, admission and reclaims. */
@NullMarked
package io.flowfabric.store.testkit.contract.claim;

import org.jspecify.annotations.NullMarked;
