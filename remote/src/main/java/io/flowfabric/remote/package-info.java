/**
 * An engine that is reached over HTTP: every operation of the catalogue, called at a server.
 *
 * <p>A call becomes {@code POST /v1/ops/{operation}}. Its arguments are written as any client writes them; its answer is
 * asked for in the form that loses nothing, so that the caller is given the objects of an engine of its own. A call that
 * waits is parked at the server. Handles keep the seal of the server that gave them.
 *
 * <table>
 * <caption>What becomes of a call that fails</caption>
 * <tr><td>the server was not reached</td><td>it was not carried out, and is made again</td></tr>
 * <tr><td>the answer was lost</td><td>it is made again where {@link io.flowfabric.engine.Repetition} says that this is
 * safe, else it fails with a transport error</td></tr>
 * <tr><td>the server refused it</td><td>the exception that an engine would have thrown</td></tr>
 * </table>
 *
 * <p>Calls are made again for a bounded time with growing pauses, drawn at random so that the clients of a server that
 * comes back do not come all at once. An execution that is submitted without id and key is given an id here, which makes
 * its submission safe to repeat.
 */
@NullMarked
package io.flowfabric.remote;

import org.jspecify.annotations.NullMarked;
