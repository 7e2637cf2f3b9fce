/**
 * The routes of the Rust FlowFabric, so that programs written for it work unchanged. A {@link
 * io.flowfabric.server.routes.RustCompatRoute} is data: a method and a path, the operation behind it, the {@link
 * io.flowfabric.server.routes.ArgumentPart parts} of a request that carry its arguments, and the {@link
 * io.flowfabric.server.routes.Reply} for its outcome. Routing, limits, keys and the description all follow from
 * these.
 *
 * <p>They differ from {@code /v1/ops} in arguments and answers. More members are required, {@code null} is refused more
 * often, and bytes are arrays of numbers only. Creating answers 201, finding no work 204; some answers carry numbers as
 * text, members that are {@code null}, or a tag of their own.
 */
@NullMarked
package io.flowfabric.server.routes;

import org.jspecify.annotations.NullMarked;
