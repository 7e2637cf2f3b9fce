/**
 * {@code ff demo}: the promise "nothing lost, nothing doubled", shown and then checked.
 *
 * <p>The demo's own process submits executions and watches the outbox; the work is done by another process, the hidden
 * command {@code demo-worker}. {@link io.flowfabric.cli.demo.Demo} kills that process while it holds leases and starts
 * a second one, which reclaims the leases when they have expired. {@link io.flowfabric.cli.demo.DemoAudit} then judges
 * every execution by what the store holds, not by what the workers said.
 *
 * <p>Children end with their parent: a worker process ends when its standard input does.
 */
@NullMarked
package io.flowfabric.cli.demo;

import org.jspecify.annotations.NullMarked;
