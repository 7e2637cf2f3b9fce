package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.fenced.CompleteExecution;
import io.flowfabric.model.op.fenced.FailExecution;
import io.flowfabric.model.op.fenced.FenceTriple;
import io.flowfabric.model.op.fenced.RenewLease;
import io.flowfabric.model.op.submit.CancelExecution;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Calls by the parts of a fence, or in another holder's name. */
final class FenceDraws {
    private static final List<CancelSource> SOURCES = List.of(
            CancelSource.LEASE_HOLDER,
            CancelSource.OPERATOR_OVERRIDE,
            CancelSource.FLOW_CASCADE,
            CancelSource.SYSTEM_TIMEOUT,
            CancelSource.WORKER,
            CancelSource.of("cron"));

    private static final List<String> CATEGORIES = List.of("timeout", "permanent", "anything");
    private static final List<String> RETRIES = List.of(
            "",
            "{}",
            "{\"max_retries\":9,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":10}}",
            "{\"max_retries\":9,\"backoff\":{\"type\":\"exponential\",\"initial_delay_ms\":0}}");

    private final SeededRandom random;
    private final SubjectChoice picks;

    FenceDraws(SeededRandom random, SubjectChoice picks) {
        this.random = random;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
        menu.add(2, this::complete).add(3, this::fail).add(2, this::renew).add(2, this::cancel);
    }

    private Call<?, ?> complete() {
        var lease = picks.lease();
        return new Call<>(
                Catalogue.COMPLETE_EXECUTION,
                new CompleteExecution(
                        lease.executionId(),
                        fence(lease),
                        OptionalInt.empty(),
                        random.maybe(2, () -> Payload.json("true")),
                        source()));
    }

    private Call<?, ?> fail() {
        var lease = picks.lease();
        return new Call<>(
                Catalogue.FAIL_EXECUTION,
                new FailExecution(
                        lease.executionId(),
                        random.pick(Participants.REASONS),
                        fence(lease),
                        OptionalInt.empty(),
                        random.pick(CATEGORIES),
                        random.maybe(2, () -> random.pick(RETRIES)),
                        source()));
    }

    private Call<?, ?> renew() {
        var lease = picks.lease();
        return new Call<>(
                Catalogue.RENEW_LEASE,
                new RenewLease(
                        lease.executionId(),
                        fence(lease),
                        lease.attemptIndex(),
                        random.oneIn(20) ? -1 : random.pick(Participants.LEASE_TTLS)));
    }

    private Call<?, ?> cancel() {
        var lease = picks.lease();
        ExecutionId id = random.oneIn(3) ? picks.any() : lease.executionId();
        return new Call<>(
                Catalogue.CANCEL_EXECUTION,
                new CancelExecution(
                        id,
                        random.pick(Participants.REASONS),
                        random.pick(SOURCES),
                        random.oneIn(3) ? Optional.empty() : Optional.of(lease.leaseId()),
                        random.oneIn(3) ? OptionalLong.empty() : OptionalLong.of(lease.leaseEpoch())));
    }

    /** Mostly the whole fence; none of it half the other times, a part of it the rest. */
    private Optional<FenceTriple> fence(HandlePayload lease) {
        boolean whole = !random.oneIn(4);
        if (!whole && random.oneIn(2)) {
            return random.oneIn(2) ? Optional.empty() : Optional.of(FenceTriple.NONE);
        }
        return Optional.of(new FenceTriple(
                Optional.of(lease.leaseId()),
                whole ? OptionalLong.of(lease.leaseEpoch()) : OptionalLong.empty(),
                whole ? Optional.of(lease.attemptId()) : Optional.empty()));
    }

    private CancelSource source() {
        return random.pick(SOURCES.subList(0, 2));
    }
}
