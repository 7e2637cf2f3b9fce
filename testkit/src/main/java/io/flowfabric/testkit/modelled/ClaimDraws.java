package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.execution.GrantKind;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.op.ClaimExecution;
import io.flowfabric.model.op.ClaimForWorker;
import io.flowfabric.model.op.ClaimFromResumeGrant;
import io.flowfabric.model.op.ClaimFromResumeGrant.ResumeGrant;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.ClaimResumedExecution;
import io.flowfabric.model.op.ClaimTerms;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.flowfabric.model.op.LaneWeight;
import io.flowfabric.model.op.ReclaimExecution;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Every way to get a lease. */
final class ClaimDraws {
    private final Dice dice;
    private final World world;
    private final Picks picks;

    ClaimDraws(Dice dice, World world, Picks picks) {
        this.dice = dice;
        this.world = world;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
        menu.add(5, this::claimExecution)
                .add(4, this::claimResumed)
                .add(2, this::claimFromResumeGrant)
                .add(2, this::grantAndClaim)
                .add(4, this::reclaim);
    }

    void addOthers(Menu menu) {
        menu.add(12, this::claim).add(4, this::claimForWorker);
    }

    private Call<?, ?> claimForWorker() {
        return new Call<>(
                Catalogue.CLAIM_FOR_WORKER,
                new ClaimForWorker(
                        dice.pick(Cast.LANES),
                        dice.pick(Cast.WORKERS),
                        dice.pick(Cast.INSTANCES),
                        dice.oneIn(30) ? 60_001 : dice.between(1, 10_000),
                        picks.capabilities(),
                        dice.maybe(3, () -> dice.pick(Cast.NAMESPACES))));
    }

    private Call<?, ?> claim() {
        var request = ofSomeKinds(new ClaimRequest(
                dice.pick(Cast.LANES),
                dice.pick(Cast.WORKERS),
                dice.pick(Cast.INSTANCES),
                CapabilitySet.ofWorker(picks.capabilities()),
                dice.maybe(3, () -> dice.pick(Cast.NAMESPACES)),
                ttl(),
                0,
                dice.oneIn(40) ? dice.pick(List.of(0, 257)) : dice.pick(List.of(1, 1, 1, 2, 4)),
                terms()));
        // By a turn of its own: how often the engine has counted before is not for others to know.
        return new Call<>(
                Catalogue.CLAIM,
                dice.oneIn(2) ? request : request.from(lanes()).at(dice.oneIn(40) ? -1 : dice.below(1000)));
    }

    private ClaimRequest ofSomeKinds(ClaimRequest request) {
        return switch (dice.below(5)) {
            case 0 -> request.only(Set.copyOf(dice.some(Cast.KINDS)));
            case 1 -> request.except(Set.copyOf(dice.some(Cast.KINDS)));
            default -> request;
        };
    }

    private List<LaneWeight> lanes() {
        var several = Cast.CLAIMED_TOGETHER.stream()
                .filter(lane -> !dice.oneIn(4))
                .map(lane -> new LaneWeight(lane, dice.oneIn(60) ? 0 : 1 + dice.below(5)))
                .toList();
        return dice.oneIn(60)
                ? Stream.concat(several.stream(), several.stream()).toList()
                : several;
    }

    private ClaimTerms terms() {
        return dice.oneIn(2)
                ? ClaimTerms.PLAIN
                : new ClaimTerms(dice.oneIn(40) ? -1 : dice.pick(List.of(0, 0, 1, 2)), dice.oneIn(2));
    }

    private Call<?, ?> claimExecution() {
        var id = picks.where(each -> Standing.isGranted(each, GrantKind.CLAIM) && !Standing.isPaused(each));
        return new Call<>(
                Catalogue.CLAIM_EXECUTION,
                new ClaimExecution(
                        id,
                        Cast.INFORMATIONAL_LANE,
                        granted(id),
                        dice.pick(Cast.INSTANCES),
                        ttl(),
                        dice.maybe(2, () -> new LeaseId(dice.uuid())),
                        dice.maybe(3, () -> new AttemptId(dice.uuid())),
                        timeout(),
                        dice.oneIn(5) ? OptionalLong.of(world.now() + 5_000) : OptionalLong.empty()));
    }

    private Call<?, ?> claimResumed() {
        var id = resumable();
        return new Call<>(
                Catalogue.CLAIM_RESUMED_EXECUTION,
                new ClaimResumedExecution(
                        id,
                        Cast.INFORMATIONAL_LANE,
                        granted(id),
                        dice.pick(Cast.INSTANCES),
                        ttl(),
                        dice.maybe(2, () -> new LeaseId(dice.uuid())),
                        timeout()));
    }

    private Call<?, ?> claimFromResumeGrant() {
        var id = resumable();
        return new Call<>(
                Catalogue.CLAIM_FROM_RESUME_GRANT,
                new ClaimFromResumeGrant(new ResumeGrant(id), granted(id), dice.pick(Cast.INSTANCES), ttl()));
    }

    private Call<?, ?> grantAndClaim() {
        return new Call<>(
                Catalogue.ISSUE_GRANT_AND_CLAIM,
                new IssueGrantAndClaim(picks.where(Standing::isEligible), Cast.INFORMATIONAL_LANE, ttl()));
    }

    private Call<?, ?> reclaim() {
        var id = picks.where(each -> Standing.isGranted(each, GrantKind.RECLAIM));
        return new Call<>(
                Catalogue.RECLAIM_EXECUTION,
                new ReclaimExecution(
                        id,
                        Cast.INFORMATIONAL_LANE,
                        granted(id),
                        dice.pick(Cast.INSTANCES),
                        ttl(),
                        dice.maybe(2, () -> new LeaseId(dice.uuid())),
                        dice.maybe(3, () -> new AttemptId(dice.uuid())),
                        dice.oneIn(4) ? OptionalInt.of(1) : OptionalInt.empty()));
    }

    private ExecutionId resumable() {
        return picks.where(each -> Standing.isGranted(each, GrantKind.CLAIM) && Standing.isPaused(each));
    }

    /** The worker that holds the grant on an execution, mostly. */
    private WorkerId granted(ExecutionId id) {
        var anybody = dice.pick(Cast.WORKERS);
        return dice.oneIn(6)
                ? anybody
                : world.find(id)
                        .flatMap(each -> each.loaded().grant())
                        .map(Grant::workerId)
                        .orElse(anybody);
    }

    private long ttl() {
        return dice.oneIn(50) ? 0 : dice.pick(Cast.LEASE_TTLS);
    }

    private OptionalLong timeout() {
        return dice.oneIn(3) ? OptionalLong.of(dice.between(0, 2_000)) : OptionalLong.empty();
    }
}
