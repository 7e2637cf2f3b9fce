/**
 * Workers: claiming, running handlers, reporting their outcomes. Public API are the worker and its builder;
 * {@code RunningWorkers} is public only for the SDK itself.
 */
@NullMarked
package io.flowfabric.sdk.worker;

import org.jspecify.annotations.NullMarked;
