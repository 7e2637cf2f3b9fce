package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.id.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CompleteExecution;
import io.flowfabric.model.op.FailExecution;
import io.flowfabric.model.op.FenceTriple;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.RenewLease;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Calls by the parts of a fence, or in somebody else's name. */
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

    private final Dice dice;
    private final Picks picks;

    FenceDraws(Dice dice, Picks picks) {
        this.dice = dice;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
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
                        dice.maybe(2, () -> Payload.json("true")),
                        source()));
    }

    private Call<?, ?> fail() {
        var lease = picks.lease();
        return new Call<>(
                Catalogue.FAIL_EXECUTION,
                new FailExecution(
                        lease.executionId(),
                        dice.pick(Cast.REASONS),
                        fence(lease),
                        OptionalInt.empty(),
                        dice.pick(CATEGORIES),
                        dice.maybe(2, () -> dice.pick(RETRIES)),
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
                        dice.oneIn(20) ? -1 : dice.pick(Cast.LEASE_TTLS)));
    }

    private Call<?, ?> cancel() {
        var lease = picks.lease();
        ExecutionId id = dice.oneIn(3) ? picks.any() : lease.executionId();
        return new Call<>(
                Catalogue.CANCEL_EXECUTION,
                new CancelExecution(
                        id,
                        dice.pick(Cast.REASONS),
                        dice.pick(SOURCES),
                        dice.oneIn(3) ? Optional.empty() : Optional.of(lease.leaseId()),
                        dice.oneIn(3) ? OptionalLong.empty() : OptionalLong.of(lease.leaseEpoch())));
    }

    /** Mostly the whole fence; none of it half the other times, a part of it the rest. */
    private Optional<FenceTriple> fence(HandlePayload lease) {
        boolean whole = !dice.oneIn(4);
        if (!whole && dice.oneIn(2)) {
            return dice.oneIn(2) ? Optional.empty() : Optional.of(FenceTriple.NONE);
        }
        return Optional.of(new FenceTriple(
                Optional.of(lease.leaseId()),
                whole ? OptionalLong.of(lease.leaseEpoch()) : OptionalLong.empty(),
                whole ? Optional.of(lease.attemptId()) : Optional.empty()));
    }

    private CancelSource source() {
        return dice.pick(SOURCES.subList(0, 2));
    }
}
