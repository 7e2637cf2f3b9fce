package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.read.DueReads.ReclaimableLease;
import io.flowfabric.engine.timers.ReclaimSettings;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.grant.GrantOutcome.Granted;
import io.flowfabric.model.op.grant.ReclaimOutcome;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** 02 §10.4 on a store: an expired lease is left alone for a while, then offered to waiting claims. */
public abstract class GraceContract extends ContractSuite {
    private static final long GRACE_MS = 5000;

    @Override
    protected EngineSettings settings() {
        return super.settings().withReclaimGrace(Duration.ofMillis(GRACE_MS));
    }

    @Test
    public void expiredLeaseIsLeftAloneUntilTheGraceEnds() {
        var expired = create();
        lost(expired, "w1");
        advance(GRACE_MS - 1);
        assertThat(claim("w2", 1)).isEmpty();
        advance(1);
        assertThat(claimOne("w2").handle().kind()).isEqualTo(HandleKind.RECLAIMED);

        var revoked = create(execution().priority(9));
        claimOne("w1");
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(revoked, ""));
        advance(GRACE_MS - 1);
        assertThat(claim("w2", 1)).isEmpty();
        advance(1);
        assertThat(claimOne("w2").executionId()).isEqualTo(revoked);
    }

    @Test
    public void reclaimByGrantDoesNotWait() {
        var id = create();
        lost(id, "w1");

        assertThat(engine.call(Catalogue.ISSUE_RECLAIM_GRANT, SampleRequests.reclaimGrant(id, "w2")))
                .isInstanceOf(Granted.class);
        assertThat(engine.call(Catalogue.RECLAIM_EXECUTION, SampleRequests.reclaim(id, "w2")))
                .isInstanceOf(ReclaimOutcome.Claimed.class);
    }

    @Test
    public void leaseIsOfferedOnceWhenTheGraceEnds() {
        var id = create();
        lost(id, "w1");
        var offered = new ArrayList<ExecutionId>();
        var timers = timers(offered);
        timers.pass();
        assertThat(offered).as("during the grace").isEmpty();
        advance(GRACE_MS);
        long before = store.doorbells().work().position();

        timers.pass();
        advance(5000);
        timers.pass();

        assertThat(offered).containsExactly(id);
        assertThat(store.doorbells().work().position()).as("claimers are woken").isGreaterThan(before);
    }

    @Test
    public void expiryThatIsStoredLateIsOfferedToo() {
        var early = create();
        var late = create();
        claim("w1", 2);
        advance(100);
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(early, ""));
        var offered = new ArrayList<ExecutionId>();
        var timers = timers(offered);
        advance(GRACE_MS);
        timers.pass();
        assertThat(offered).containsExactly(early);

        advance(-GRACE_MS - 1);
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(late, ""));
        advance(GRACE_MS + 1);
        timers.pass();
        advance(5000);
        timers.pass();

        assertThat(offered).containsExactly(early, late);
    }

    @Test
    public void clockThatGoesBackHidesNoExpiredLease() {
        var first = create();
        lost(first, "w1");
        var offered = new ArrayList<ExecutionId>();
        var timers = timers(offered);
        advance(3_600_000);
        timers.pass();
        assertThat(offered).containsExactly(first);

        advance(-3_600_000 - TTL_MS);
        var second = create(execution().priority(9));
        claimOne("w1");
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(second, ""));
        advance(GRACE_MS);
        timers.pass();

        assertThat(offered).contains(second);
    }

    private Timers timers(List<ExecutionId> offered) {
        return new Timers(
                store,
                engine,
                new ReclaimSettings(Duration.ofMillis(GRACE_MS), ids -> {
                    offered.addAll(ids);
                    return Set.of();
                }),
                settings().retention());
    }

    @Test
    public void parkedClaimerTakesOverWhenTheGraceEnds() throws InterruptedException {
        var id = create();
        lost(id, "w1");
        var waiting = parked(Catalogue.CLAIM, waitingClaim("w2"));

        advance(GRACE_MS);
        engine.runTimers();

        assertThat(woken(waiting).claims()).extracting(Claim::executionId).containsExactly(id);
    }

    @Test
    public void capIsEnforcedOnlyAfterTheGrace() {
        var id = create(execution().policyJson("{\"max_reclaim_count\":0}"));
        lost(id, "w1");
        engine.runTimers();
        assertThat(describe(id).publicState()).isEqualTo(PublicState.ACTIVE);
        advance(GRACE_MS);

        engine.runTimers();

        assertThat(describe(id).publicState()).isEqualTo(PublicState.FAILED);
    }

    @Test
    public void reclaimableLeasesAreReadOnceEachAndInOrder() {
        var ids = new ArrayList<ExecutionId>();
        for (int i = 0; i < 5; i++) {
            ids.add(create());
        }
        claim("w1", 5);
        advance(1);
        var revoked = ids.remove(3);
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(revoked, ""));
        advance(TTL_MS);
        ids.forEach(this::mark);
        ids.sort(null);
        var expected = new ArrayList<ReclaimableLease>();
        expected.add(new ReclaimableLease(START + 1, revoked));
        ids.forEach(id -> expected.add(new ReclaimableLease(START + 1 + TTL_MS, id)));

        var read = new ArrayList<ReclaimableLease>();
        var page = reclaimableLeases(Optional.empty(), Long.MAX_VALUE);
        while (!page.isEmpty()) {
            read.addAll(page);
            page = reclaimableLeases(Optional.of(read.get(read.size() - 1)), Long.MAX_VALUE);
        }
        assertThat(read).containsExactlyElementsOf(expected);
        assertThat(reclaimableLeases(Optional.empty(), START + 1)).containsExactly(expected.get(0));
        assertThat(reclaimableLeases(Optional.empty(), START)).isEmpty();
    }

    private List<ReclaimableLease> reclaimableLeases(Optional<ReclaimableLease> after, long upTo) {
        return store.read(Deadline.in(Duration.ofSeconds(10)), tx -> tx.due().reclaimable(after, upTo, 2));
    }
}
