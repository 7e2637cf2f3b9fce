package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.ClaimTerms;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 08 §10 on a store — a claim from several lanes. The time-out is shorter than the wait and than the fallback poll. */
@Timeout(15)
public abstract class SeveralLanesContract extends ContractSuite {
    private static final LaneId MAIL = new LaneId("mail");
    private static final LaneId IDLE = new LaneId("idle");
    private static final long WAIT_MS = 30_000;

    @Test
    public void everyLaneIsClaimedFromInItsOwnOrder() {
        var second = create(execution(MAIL));
        var first = create(execution(MAIL).priority(5));
        var other = create();

        var claims = claim(4, even(LANE, MAIL, IDLE));

        assertThat(claims).extracting(Claim::executionId).containsExactlyInAnyOrder(first, second, other);
        assertThat(of(MAIL, claims)).extracting(Claim::executionId).containsExactly(first, second);
        assertThat(of(LANE, claims)).extracting(Claim::executionId).containsExactly(other);
    }

    @Test
    public void busyLaneLeavesOthersTheirShare() {
        submit(LANE, 100);
        submit(MAIL, 2);

        var claims = claim(4, even(LANE, MAIL));

        assertThat(of(MAIL, claims)).hasSize(2);
        assertThat(of(LANE, claims)).hasSize(2);
    }

    @Test
    public void whatOneLaneDoesNotUseGoesToTheOthers() {
        submit(LANE, 100);
        submit(MAIL, 1);

        var claims = claim(10, even(LANE, MAIL, IDLE));

        assertThat(of(MAIL, claims)).hasSize(1);
        assertThat(of(LANE, claims)).hasSize(9);
    }

    @Test
    public void sharesOfOneClaimFollowTheWeights() {
        submit(LANE, 50);
        submit(MAIL, 50);

        var claims = claim(40, List.of(new LaneWeight(LANE, 3), new LaneWeight(MAIL, 1)));

        assertThat(of(LANE, claims)).hasSize(30);
        assertThat(of(MAIL, claims)).hasSize(10);
    }

    @Test
    public void claimsOfOneEachFollowTheWeights() {
        submit(LANE, 50);
        submit(MAIL, 50);
        var lanes = List.of(new LaneWeight(LANE, 3), new LaneWeight(MAIL, 1));

        var claims = new ArrayList<Claim>();
        for (int i = 0; i < 40; i++) {
            claims.addAll(claim(1, lanes));
        }

        assertThat(of(MAIL, claims).size()).as("a quarter of forty").isBetween(8, 12);
    }

    @Test
    public void lanesAreMixedForThoseThatDoNotBeginAllAtOnce() {
        submit(LANE, 4);
        submit(MAIL, 4);

        var claims = engine.call(Catalogue.CLAIM, request(8, even(LANE, MAIL)).on(new ClaimTerms(4, false)))
                .claims();

        assertThat(of(LANE, claims.subList(0, 4))).hasSize(2);
        assertThat(describe(claims.get(3).executionId())
                        .lease()
                        .orElseThrow()
                        .marks()
                        .unstarted())
                .isFalse();
        assertThat(describe(claims.get(4).executionId())
                        .lease()
                        .orElseThrow()
                        .marks()
                        .unstarted())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    public void whatIsWithheldOnOneLaneHidesNothing(int withheld) {
        submit(MAIL, withheld).forEach(this::grantToAnother);
        var behind = create(execution(MAIL));
        submit(LANE, 3);

        var claims = claim(3, even(LANE, MAIL));

        assertThat(of(MAIL, claims)).extracting(Claim::executionId).containsExactly(behind);
        assertThat(of(LANE, claims)).hasSize(2);
    }

    @Test
    public void onlyTheNamespaceOfTheClaimIsServedOnEveryLane() {
        var other = new Namespace("other");
        create(CreateExecution.of(other, MAIL, "charge"));
        var own = create(execution(MAIL));

        var claims = engine.call(
                        Catalogue.CLAIM,
                        new ClaimRequest(
                                        LANE,
                                        new WorkerId("w1"),
                                        new WorkerInstanceId("w1-1"),
                                        claimRequest("w1", 1).capabilities(),
                                        Optional.of(SHOP),
                                        TTL_MS,
                                        0,
                                        5)
                                .from(even(LANE, MAIL)))
                .claims();

        assertThat(claims).extracting(Claim::executionId).containsExactly(own);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 100})
    public void parkedClaimIsWokenByASubmissionToAnyOfItsLanes(int count) throws Exception {
        var lanes =
                IntStream.range(0, count).mapToObj(i -> new LaneId("lane-" + i)).toList();
        for (LaneId lane : List.of(lanes.get(0), lanes.get(count - 1), lanes.get(count / 2))) {
            var parked = engine.callAsync(
                    Catalogue.CLAIM,
                    request(1, even(lanes.toArray(LaneId[]::new))).waiting(WAIT_MS));
            assertThat(parked).isNotDone();

            var id = create(execution(lane));

            assertThat(parked.get().claims()).singleElement().satisfies(claim -> {
                assertThat(claim.executionId()).isEqualTo(id);
                assertThat(claim.laneId()).isEqualTo(lane);
            });
        }
    }

    @Test
    public void emptyLookAtSeveralLanesSaysNothingAboutOthers() throws Exception {
        var id = create(execution(MAIL));

        assertThat(claim(1, even(LANE, IDLE))).isEmpty();
        var parked =
                engine.callAsync(Catalogue.CLAIM, request(1, even(LANE, MAIL)).waiting(WAIT_MS));

        assertThat(parked.get().claims()).extracting(Claim::executionId).containsExactly(id);
    }

    @Test
    public void lanesThatCannotBeMeantAreRefused() {
        var tooMany = IntStream.range(0, 257)
                .mapToObj(i -> LaneWeight.of(new LaneId("lane-" + i)))
                .toList();
        for (var lanes : List.of(
                List.<LaneWeight>of(),
                even(LANE, MAIL, LANE),
                List.of(new LaneWeight(LANE, 0)),
                List.of(new LaneWeight(LANE, 1001)),
                tooMany)) {
            refused(ErrorCode.INVALID_INPUT, Catalogue.CLAIM, request(1, lanes));
        }
        refused(ErrorCode.INVALID_INPUT, Catalogue.CLAIM, request(1, even(LANE)).at(-1));
    }

    private void grantToAnother(ExecutionId id) {
        engine.call(
                Catalogue.ISSUE_CLAIM_GRANT,
                new IssueClaimGrant(
                        id, MAIL, new WorkerId("other"), new WorkerInstanceId("other-1"), TTL_MS, List.of()));
    }

    private List<ExecutionId> submit(LaneId lane, int count) {
        return engine
                .call(
                        Catalogue.SUBMIT_BATCH,
                        new SubmitBatch(
                                Collections.nCopies(count, execution(lane).build())))
                .stream()
                .map(item -> item.orThrow().executionId())
                .toList();
    }

    private static CreateExecutionBuilder execution(LaneId lane) {
        return CreateExecution.of(SHOP, lane, "charge");
    }

    private List<Claim> claim(int limit, List<LaneWeight> lanes) {
        return engine.call(Catalogue.CLAIM, request(limit, lanes)).claims();
    }

    private static ClaimRequest request(int limit, List<LaneWeight> lanes) {
        return claimRequest("w1", limit).from(lanes);
    }

    private static List<LaneWeight> even(LaneId... lanes) {
        return Stream.of(lanes).map(LaneWeight::of).toList();
    }

    private static List<Claim> of(LaneId lane, List<Claim> claims) {
        return claims.stream().filter(claim -> claim.laneId().equals(lane)).collect(Collectors.toList());
    }
}
