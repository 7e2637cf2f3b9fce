/** Connections with deadlines for clients that send or read slowly, disconnects, and the threads of the server. */
@NullMarked
package io.flowfabric.server.http.connection;

import org.jspecify.annotations.NullMarked;
