package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.grant.IssueReclaimGrant;

/** Requests for permission to acquire. */
final class GrantDraws {
    private final SeededRandom random;
    private final SubjectChoice picks;

    GrantDraws(SeededRandom random, SubjectChoice picks) {
        this.random = random;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
        menu.add(8, this::issueClaimGrant).add(4, this::issueReclaimGrant);
    }

    private Call<?, ?> issueClaimGrant() {
        return new Call<>(
                Catalogue.ISSUE_CLAIM_GRANT,
                new IssueClaimGrant(
                        picks.where(random.oneIn(2) ? ExecutionStage::isResumable : ExecutionStage::isEligible),
                        Participants.INFORMATIONAL_LANE,
                        random.pick(Participants.WORKERS),
                        random.pick(Participants.INSTANCES),
                        ttl(),
                        picks.capabilities()));
    }

    private Call<?, ?> issueReclaimGrant() {
        return new Call<>(
                Catalogue.ISSUE_RECLAIM_GRANT,
                new IssueReclaimGrant(
                        picks.where(ExecutionStage::isExpired),
                        Participants.INFORMATIONAL_LANE,
                        random.pick(Participants.WORKERS),
                        random.pick(Participants.INSTANCES),
                        ttl(),
                        picks.capabilities()));
    }

    private long ttl() {
        return random.oneIn(30) ? 60_001 : random.between(1, 10_000);
    }
}
