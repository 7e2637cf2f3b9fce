/**
 * An engine that is reached over HTTP: every operation of the catalogue, called at a server. Public API are {@code
 * RemoteEngine}, {@code RemoteSettings} and {@code Credentials}.
 *
 * <p>A call becomes {@code POST /v1/ops/{operation}}. Its arguments are written as any client writes them; its answer
 * is requested in the lossless form, so that the caller gets the same objects as from an embedded engine. A call that
 * waits is parked at the server. Handles keep the seal of the server that issued them.
 *
 * <p>A plain connection is a socket that the calling thread writes to and reads from ({@code SocketTransport}); over TLS,
 * and through a proxy that Java is configured for, the client of the JDK carries the calls ({@code JdkTransport}).
 *
 * <table>
 * <caption>Calls that fail</caption>
 * <tr><td>the server was not reached</td><td>the call was not carried out, and is repeated</td></tr>
 * <tr><td>the answer was lost</td><td>the call is repeated where {@link
 * io.flowfabric.engine.catalogue.Operation#isSafeToRepeat} says that this is safe, else it fails with a transport
 * error</td></tr>
 * <tr><td>the server refused it</td><td>the exception that an engine would have thrown</td></tr>
 * </table>
 *
 * <p>Calls are repeated for a bounded time with growing random pauses, so that the clients of a restarted server do not
 * return all at once. An execution that is submitted without id and key is given an id here, which makes its submission
 * safe to repeat.
 */
@NullMarked
package io.flowfabric.sdk.remote;

import org.jspecify.annotations.NullMarked;
