/**
 * Who may do what. {@link io.flowfabric.server.auth.Keys} tells who makes a request and whether a route is open to them;
 * {@link io.flowfabric.server.auth.AccessView} gives them the engine as they may see it, and writes down what
 * administrators do.
 *
 * <p>A key that is bound to a namespace is confined once, around the engine, and not in each endpoint. How an operation is
 * confined is a fact beside the catalogue ({@code Confinement}); one without such a fact is closed to bound keys, and fails
 * a test. An id that is not the key's own, unknown ones included, is replaced by one that nobody has before the operation
 * sees it, and put back into what the operation says: another's id is answered like an unknown one because it takes the
 * same way, to the last statement of the store.
 *
 * <table>
 * <caption>What a bound key can learn of others</caption>
 * <tr><th>by</th><th>what</th></tr>
 * <tr><td>submitting under an id that is taken</td><td>that it is taken, not by whom</td></tr>
 * </table>
 */
@NullMarked
package io.flowfabric.server.auth;

import org.jspecify.annotations.NullMarked;
