/**
 * The engine behind a server: many clients with connections that stay open submit, claim and complete over HTTP, against
 * {@code ff server} in a process of its own.
 */
@NullMarked
package io.flowfabric.bench.http;

import org.jspecify.annotations.NullMarked;
