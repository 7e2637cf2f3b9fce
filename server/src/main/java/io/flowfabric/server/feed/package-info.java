/**
 * The outbox as Server-Sent Events. A feed holds no thread and no connection of the store while nothing happens: it is
 * a chain of subscriptions, each of which begins where the previous one ended.
 *
 * <p>Every block carries its cursor as {@code id:}, so that a client that reconnects continues after the last block it
 * got. A block without data, at the start and every 15 seconds, keeps the connection open and moves the cursor past
 * events that the filter hid.
 */
@NullMarked
package io.flowfabric.server.feed;

import org.jspecify.annotations.NullMarked;
