package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueReclaimGrant;

/** Requests for permission to acquire. */
final class GrantDraws {
    private final Dice dice;
    private final Picks picks;

    GrantDraws(Dice dice, Picks picks) {
        this.dice = dice;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
        menu.add(8, this::issueClaimGrant).add(4, this::issueReclaimGrant);
    }

    private Call<?, ?> issueClaimGrant() {
        return new Call<>(
                Catalogue.ISSUE_CLAIM_GRANT,
                new IssueClaimGrant(
                        picks.where(dice.oneIn(2) ? Standing::isResumable : Standing::isEligible),
                        Cast.INFORMATIONAL_LANE,
                        dice.pick(Cast.WORKERS),
                        dice.pick(Cast.INSTANCES),
                        ttl(),
                        picks.capabilities()));
    }

    private Call<?, ?> issueReclaimGrant() {
        return new Call<>(
                Catalogue.ISSUE_RECLAIM_GRANT,
                new IssueReclaimGrant(
                        picks.where(Standing::isLapsed),
                        Cast.INFORMATIONAL_LANE,
                        dice.pick(Cast.WORKERS),
                        dice.pick(Cast.INSTANCES),
                        ttl(),
                        picks.capabilities()));
    }

    private long ttl() {
        return dice.oneIn(30) ? 60_001 : dice.between(1, 10_000);
    }
}
