package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.op.BlockExecutionForAdmission;
import io.flowfabric.model.op.BlockRoute;
import io.flowfabric.model.op.ChangePriority;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.RevokeLease;
import io.flowfabric.model.op.SetExecutionTag;
import io.flowfabric.model.op.SetExecutionTags;
import io.flowfabric.model.op.UnblockExecution;
import io.flowfabric.model.state.BlockingReason;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** What is done to executions from above. */
final class OperatorDraws {
    private static final List<String> BLOCKS = List.of(
            BlockingReason.WAITING_FOR_CAPABLE_WORKER.literal(),
            BlockingReason.WAITING_FOR_BUDGET.literal(),
            BlockingReason.WAITING_FOR_QUOTA.literal(),
            BlockingReason.PAUSED_BY_OPERATOR.literal(),
            BlockingReason.PAUSED_BY_POLICY.literal(),
            "no such reason");

    private final Dice dice;
    private final Picks picks;

    OperatorDraws(Dice dice, Picks picks) {
        this.dice = dice;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
        menu.add(3, this::changePriority)
                .add(4, this::replay)
                .add(2, this::revoke)
                .add(3, this::blockRoute)
                .add(2, this::block)
                .add(4, this::unblock)
                .add(2, this::tag)
                .add(1, this::tags);
    }

    private Call<?, ?> changePriority() {
        return new Call<>(
                Catalogue.CHANGE_PRIORITY,
                new ChangePriority(picks.where(Standing::isEligible), dice.pick(Cast.PRIORITIES)));
    }

    private Call<?, ?> replay() {
        return new Call<>(Catalogue.REPLAY_EXECUTION, new ExecutionRef(picks.where(Standing::isEnded)));
    }

    private Call<?, ?> revoke() {
        var lease = picks.lease();
        return new Call<>(
                Catalogue.REVOKE_LEASE,
                new RevokeLease(
                        lease.executionId(),
                        dice.maybe(3, lease::leaseId),
                        dice.maybe(4, () -> dice.pick(Cast.INSTANCES)),
                        dice.pick(Cast.REASONS)));
    }

    private Call<?, ?> blockRoute() {
        return new Call<>(
                Catalogue.BLOCK_ROUTE,
                new BlockRoute(
                        picks.where(Standing::isEligible),
                        Optional.empty(),
                        dice.oneIn(6) ? dice.pick(BLOCKS) : BLOCKS.get(0),
                        dice.pick(Cast.REASONS)));
    }

    private Call<?, ?> block() {
        return new Call<>(
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                new BlockExecutionForAdmission(
                        picks.where(Standing::isEligible),
                        Optional.of(dice.pick(Cast.LANES)),
                        dice.pick(BLOCKS),
                        dice.maybe(2, () -> dice.pick(Cast.REASONS))));
    }

    private Call<?, ?> unblock() {
        return new Call<>(
                Catalogue.UNBLOCK_EXECUTION,
                new UnblockExecution(picks.where(Standing::isHeldBack), dice.maybe(4, () -> dice.pick(BLOCKS))));
    }

    private Call<?, ?> tag() {
        return new Call<>(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(picks.any(), key(), "v" + dice.below(3)));
    }

    private Call<?, ?> tags() {
        var tags = new TreeMap<String, String>();
        for (int count = dice.below(4); count > 0; count--) {
            tags.put(key(), "v" + dice.below(3));
        }
        return new Call<>(Catalogue.SET_EXECUTION_TAGS, new SetExecutionTags(picks.any(), tags));
    }

    private String key() {
        return dice.oneIn(20) ? "No Tag" : dice.pick(Cast.TAGS);
    }
}
