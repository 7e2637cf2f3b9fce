/** The path of a request: routing, the steps before an endpoint, and parked requests. */
@NullMarked
package io.flowfabric.server.http.pipeline;

import org.jspecify.annotations.NullMarked;
