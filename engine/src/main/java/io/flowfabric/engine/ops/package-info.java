/**
 * The operations, one class per family: each loads what its rule needs, lets the rule decide, and stores the decision,
 * all in one transaction. No rule and no SQL lives here.
 *
 * <p>Waiting claims. A claim that finds nothing parks until the bell of work rings. A look is remembered with how often the
 * bell had rung before it; who comes later with the same wish goes by it until the bell rings again. That holds only for a
 * look that saw everything:
 *
 * <table>
 * <caption>What a look left behind, and what follows</caption>
 * <tr><td>nothing</td><td>it is shared; the next look follows a ring, or the look-again interval</td></tr>
 * <tr><td>more, because it took its limit</td><td>a claimer that is woken or comes looks, too</td></tr>
 * <tr><td>something granted to another worker</td><td>it is not shared; the bell rings when the grant has ended</td></tr>
 * <tr><td>rows that another transaction held, or a part it did not look at</td><td>it is repeated after 5 ms, a quarter later each time, up to
 * 250 ms, by one of those who wait; who comes looks at once</td></tr>
 * </table>
 *
 * <p>So there are three who wake a claimer: a commit that makes something claimable, here or elsewhere; the timers, for what
 * becomes claimable with time alone (the end of a grace period or of a grant); and the repetition, for locks that are given
 * back without a change.
 */
@NullMarked
package io.flowfabric.engine.ops;

import org.jspecify.annotations.NullMarked;
