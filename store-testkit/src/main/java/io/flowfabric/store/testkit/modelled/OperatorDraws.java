package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.operator.BlockExecutionForAdmission;
import io.flowfabric.model.op.operator.BlockRoute;
import io.flowfabric.model.op.operator.ChangePriority;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.operator.UnblockExecution;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTags;
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

    private final SeededRandom random;
    private final SubjectChoice picks;

    OperatorDraws(SeededRandom random, SubjectChoice picks) {
        this.random = random;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
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
                new ChangePriority(picks.where(ExecutionStage::isEligible), random.pick(Participants.PRIORITIES)));
    }

    private Call<?, ?> replay() {
        return new Call<>(Catalogue.REPLAY_EXECUTION, new ExecutionRef(picks.where(ExecutionStage::isEnded)));
    }

    private Call<?, ?> revoke() {
        var lease = picks.lease();
        return new Call<>(
                Catalogue.REVOKE_LEASE,
                new RevokeLease(
                        lease.executionId(),
                        random.maybe(3, lease::leaseId),
                        random.maybe(4, () -> random.pick(Participants.INSTANCES)),
                        random.pick(Participants.REASONS)));
    }

    private Call<?, ?> blockRoute() {
        return new Call<>(
                Catalogue.BLOCK_ROUTE,
                new BlockRoute(
                        picks.where(ExecutionStage::isEligible),
                        Optional.empty(),
                        random.oneIn(6) ? random.pick(BLOCKS) : BLOCKS.get(0),
                        random.pick(Participants.REASONS)));
    }

    private Call<?, ?> block() {
        return new Call<>(
                Catalogue.BLOCK_EXECUTION_FOR_ADMISSION,
                new BlockExecutionForAdmission(
                        picks.where(ExecutionStage::isEligible),
                        Optional.of(random.pick(Participants.LANES)),
                        random.pick(BLOCKS),
                        random.maybe(2, () -> random.pick(Participants.REASONS))));
    }

    private Call<?, ?> unblock() {
        return new Call<>(
                Catalogue.UNBLOCK_EXECUTION,
                new UnblockExecution(
                        picks.where(ExecutionStage::isHeldBack), random.maybe(4, () -> random.pick(BLOCKS))));
    }

    private Call<?, ?> tag() {
        return new Call<>(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(picks.any(), key(), "v" + random.below(3)));
    }

    private Call<?, ?> tags() {
        var tags = new TreeMap<String, String>();
        for (int count = random.below(4); count > 0; count--) {
            tags.put(key(), "v" + random.below(3));
        }
        return new Call<>(Catalogue.SET_EXECUTION_TAGS, new SetExecutionTags(picks.any(), tags));
    }

    private String key() {
        return random.oneIn(20) ? "No Tag" : random.pick(Participants.TAGS);
    }
}
