/**
 * Authentication and authorization. {@link io.flowfabric.server.auth.Keys} finds the principal of a request and checks
 * whether a route is open to it; {@link io.flowfabric.server.auth.AccessView} gives the principal its view of the
 * engine, and logs administrative calls.
 *
 * <p>A key that is bound to a namespace is confined once, around the engine, and not in each endpoint. How an operation
 * is confined follows from its {@link io.flowfabric.engine.catalogue.Operation.Subject}, which its declaration names. A
 * foreign id, also an unknown one, is replaced by a random id before the operation sees it, and put back into the
 * answer: a foreign id is answered like an unknown one because it takes the same path, to the last statement of the
 * store.
 *
 * <table>
 * <caption>What a bound key can learn of other namespaces</caption>
 * <tr><th>by</th><th>what</th></tr>
 * <tr><td>submitting under an id that is taken</td><td>that it is taken, but not by which namespace</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.server.auth;

import org.jspecify.annotations.NullMarked;
