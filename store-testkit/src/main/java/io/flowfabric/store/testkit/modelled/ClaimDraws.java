package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.claim.ClaimForWorker;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.ClaimTerms;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.model.op.grant.ClaimExecution;
import io.flowfabric.model.op.grant.ClaimFromResumeGrant;
import io.flowfabric.model.op.grant.ClaimFromResumeGrant.ResumeGrant;
import io.flowfabric.model.op.grant.ClaimResumedExecution;
import io.flowfabric.model.op.grant.IssueGrantAndClaim;
import io.flowfabric.model.op.grant.ReclaimExecution;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Every way to get a lease. */
final class ClaimDraws {
    private final SeededRandom random;
    private final World world;
    private final SubjectChoice picks;

    ClaimDraws(SeededRandom random, World world, SubjectChoice picks) {
        this.random = random;
        this.world = world;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
        menu.add(5, this::claimExecution)
                .add(4, this::claimResumed)
                .add(2, this::claimFromResumeGrant)
                .add(2, this::grantAndClaim)
                .add(4, this::reclaim);
    }

    void addOthers(WeightedCalls menu) {
        menu.add(12, this::claim).add(4, this::claimForWorker);
    }

    private Call<?, ?> claimForWorker() {
        return new Call<>(
                Catalogue.CLAIM_FOR_WORKER,
                new ClaimForWorker(
                        random.pick(Participants.LANES),
                        random.pick(Participants.WORKERS),
                        random.pick(Participants.INSTANCES),
                        random.oneIn(30) ? 60_001 : random.between(1, 10_000),
                        picks.capabilities(),
                        random.maybe(3, () -> random.pick(Participants.NAMESPACES))));
    }

    private Call<?, ?> claim() {
        var request = ofSomeKinds(new ClaimRequest(
                random.pick(Participants.LANES),
                random.pick(Participants.WORKERS),
                random.pick(Participants.INSTANCES),
                CapabilitySet.ofWorker(picks.capabilities()),
                random.maybe(3, () -> random.pick(Participants.NAMESPACES)),
                ttl(),
                0,
                random.oneIn(40) ? random.pick(List.of(0, 257)) : random.pick(List.of(1, 1, 1, 2, 4)),
                terms()));
        // By a turn of its own: how often the engine has counted before is not for others to know.
        return new Call<>(
                Catalogue.CLAIM,
                random.oneIn(2) ? request : request.from(lanes()).at(random.oneIn(40) ? -1 : random.below(1000)));
    }

    private ClaimRequest ofSomeKinds(ClaimRequest request) {
        return switch (random.below(5)) {
            case 0 -> request.only(Set.copyOf(random.some(Participants.KINDS)));
            case 1 -> request.except(Set.copyOf(random.some(Participants.KINDS)));
            default -> request;
        };
    }

    private List<LaneWeight> lanes() {
        var several = Participants.CLAIMED_TOGETHER.stream()
                .filter(lane -> !random.oneIn(4))
                .map(lane -> new LaneWeight(lane, random.oneIn(60) ? 0 : 1 + random.below(5)))
                .toList();
        return random.oneIn(60)
                ? Stream.concat(several.stream(), several.stream()).toList()
                : several;
    }

    private ClaimTerms terms() {
        return random.oneIn(2)
                ? ClaimTerms.PLAIN
                : new ClaimTerms(random.oneIn(40) ? -1 : random.pick(List.of(0, 0, 1, 2)), random.oneIn(2));
    }

    private Call<?, ?> claimExecution() {
        var id = picks.where(each -> ExecutionStage.isGranted(each, GrantKind.CLAIM) && !ExecutionStage.isPaused(each));
        return new Call<>(
                Catalogue.CLAIM_EXECUTION,
                new ClaimExecution(
                        id,
                        Participants.INFORMATIONAL_LANE,
                        granted(id),
                        random.pick(Participants.INSTANCES),
                        ttl(),
                        random.maybe(2, () -> new LeaseId(random.uuid())),
                        random.maybe(3, () -> new AttemptId(random.uuid())),
                        timeout(),
                        random.oneIn(5) ? OptionalLong.of(world.now() + 5_000) : OptionalLong.empty()));
    }

    private Call<?, ?> claimResumed() {
        var id = resumable();
        return new Call<>(
                Catalogue.CLAIM_RESUMED_EXECUTION,
                new ClaimResumedExecution(
                        id,
                        Participants.INFORMATIONAL_LANE,
                        granted(id),
                        random.pick(Participants.INSTANCES),
                        ttl(),
                        random.maybe(2, () -> new LeaseId(random.uuid())),
                        timeout()));
    }

    private Call<?, ?> claimFromResumeGrant() {
        var id = resumable();
        return new Call<>(
                Catalogue.CLAIM_FROM_RESUME_GRANT,
                new ClaimFromResumeGrant(new ResumeGrant(id), granted(id), random.pick(Participants.INSTANCES), ttl()));
    }

    private Call<?, ?> grantAndClaim() {
        return new Call<>(
                Catalogue.ISSUE_GRANT_AND_CLAIM,
                new IssueGrantAndClaim(
                        picks.where(ExecutionStage::isEligible), Participants.INFORMATIONAL_LANE, ttl()));
    }

    private Call<?, ?> reclaim() {
        var id = picks.where(each -> ExecutionStage.isGranted(each, GrantKind.RECLAIM));
        return new Call<>(
                Catalogue.RECLAIM_EXECUTION,
                new ReclaimExecution(
                        id,
                        Participants.INFORMATIONAL_LANE,
                        granted(id),
                        random.pick(Participants.INSTANCES),
                        ttl(),
                        random.maybe(2, () -> new LeaseId(random.uuid())),
                        random.maybe(3, () -> new AttemptId(random.uuid())),
                        random.oneIn(4) ? OptionalInt.of(1) : OptionalInt.empty()));
    }

    private ExecutionId resumable() {
        return picks.where(each -> ExecutionStage.isGranted(each, GrantKind.CLAIM) && ExecutionStage.isPaused(each));
    }

    /** The worker that holds the grant on an execution, mostly. */
    private WorkerId granted(ExecutionId id) {
        var any = random.pick(Participants.WORKERS);
        return random.oneIn(6)
                ? any
                : world.find(id)
                        .flatMap(each -> each.loaded().grant())
                        .map(Grant::workerId)
                        .orElse(any);
    }

    private long ttl() {
        return random.oneIn(50) ? 0 : random.pick(Participants.LEASE_TTLS);
    }

    private OptionalLong timeout() {
        return random.oneIn(3) ? OptionalLong.of(random.between(0, 2_000)) : OptionalLong.empty();
    }
}
