package io.flowfabric.store.testkit.contract.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** 08 §10 on a store — a claim of some kinds. The time-out is shorter than the wait and than the fallback poll. */
@Timeout(15)
public abstract class KindClaimContract extends ContractSuite {
    private static final long WAIT_MS = 30_000;

    @Test
    public void onlyTheKindsThatAreAskedForAreClaimed() {
        var mail = create(of("mail"));
        var report = create(of("report"));
        create(of("charge").priority(9));

        assertThat(claim(request(5).only(Set.of("mail", "report")))).containsExactly(mail, report);
    }

    @Test
    public void kindsThatAreLeftOutAreLeftAlone() {
        var charge = create(of("charge").priority(9));
        var before = describe(charge);
        var mail = create(of("mail"));

        assertThat(claim(request(5).except(Set.of("charge")))).containsExactly(mail);
        assertThat(claim(request(5).except(Set.of("charge")))).isEmpty();
        assertThat(describe(charge)).isEqualTo(before);
    }

    @Test
    public void kindsOfALaneShareItsOrder() {
        var last = create(of("mail"));
        var first = create(of("charge").priority(9));
        advance(1);
        var second = create(of("report").priority(9));

        assertThat(claim(request(5))).containsExactly(first, second, last);
    }

    /** All the old ones are of one kind, so that most of what is claimed first comes from one of many queues. */
    @Test
    public void manyKindsShareTheOrderOfTheirLane() {
        var old = IntStream.range(0, 40).mapToObj(i -> create(of("charge"))).toList();
        advance(1);
        var others = IntStream.range(0, 30)
                .mapToObj(i -> create(of("kind-" + i).priority(i % 10 == 0 ? 9 : 0)))
                .toList();
        var urgent = IntStream.range(0, 30)
                .filter(i -> i % 10 == 0)
                .mapToObj(others::get)
                .toList();

        assertThat(claim(request(23)))
                .hasSize(23)
                .startsWith(urgent.stream().sorted().toArray(ExecutionId[]::new))
                .endsWith(old.stream().sorted().limit(20).toArray(ExecutionId[]::new));
        assertThat(claim(request(30)))
                .hasSize(30)
                .startsWith(old.stream().sorted().skip(20).toArray(ExecutionId[]::new));
    }

    @Test
    public void anyNumberOfAnotherKindHidesNothing() {
        engine.call(
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(
                        Collections.nCopies(1000, of("charge").priority(9).build())));
        var mail = create(of("mail"));

        assertThat(claim(request(1).only(Set.of("mail")))).containsExactly(mail);
    }

    @Test
    public void kindWithoutAQueueOfItsOwnIsToldApart() {
        var ids = IntStream.range(0, 100).mapToObj(i -> create(of("kind-" + i))).toList();
        var longest = create(of("k".repeat(250)));

        assertThat(claim(request(5).only(Set.of("kind-1", "kind-98"))))
                .containsExactlyInAnyOrder(ids.get(1), ids.get(98));
        assertThat(claim(request(5).only(Set.of("k".repeat(250))))).containsExactly(longest);
        var left = IntStream.range(0, 60).mapToObj(i -> "kind-" + i).collect(Collectors.toSet());
        assertThat(claim(request(256).except(left))).hasSize(39).doesNotContain(ids.get(5));
        assertThat(claim(request(256))).hasSize(59);
    }

    @Test
    public void parkedClaimIsWokenByItsKindAndNoOther() throws Exception {
        var parked = engine.callAsync(
                Catalogue.CLAIM, request(1).only(Set.of("mail")).waiting(WAIT_MS));
        create(of("charge"));
        assertThat(parked).isNotDone();

        var id = create(of("mail"));

        assertThat(parked.get().claims()).extracting(Claim::executionId).containsExactly(id);
    }

    @Test
    public void emptyLookForSomeKindsSaysNothingAboutOthers() throws Exception {
        var id = create(of("charge"));

        assertThat(claim(request(1).only(Set.of("mail")))).isEmpty();
        assertThat(claim(request(1).except(Set.of("charge")))).isEmpty();

        assertThat(engine.callAsync(Catalogue.CLAIM, request(1).waiting(WAIT_MS))
                        .get()
                        .claims())
                .extracting(Claim::executionId)
                .containsExactly(id);
    }

    @Test
    public void expiredLeaseIsReclaimedByAClaimOfItsKindAlone() {
        var id = create(of("charge"));
        lost(id, "w0");
        advance(settings().reclaimGrace().toMillis());

        assertThat(claim(request(1).except(Set.of("charge")))).isEmpty();
        assertThat(claim(request(1).only(Set.of("charge")))).containsExactly(id);
    }

    @Test
    public void kindsThatCannotBeMeantAreRefused() {
        var many = IntStream.range(0, 65).mapToObj(i -> "kind-" + i).collect(Collectors.toSet());
        var request = request(1);

        refused(ErrorCode.INVALID_INPUT, Catalogue.CLAIM, request.only(many));
        refused(ErrorCode.INVALID_INPUT, Catalogue.CLAIM, request.except(many));
        refused(
                ErrorCode.INVALID_INPUT,
                Catalogue.CLAIM,
                new ClaimRequest(
                        request.lanes(),
                        request.workerId(),
                        request.workerInstanceId(),
                        request.capabilities(),
                        request.namespace(),
                        TTL_MS,
                        0,
                        1,
                        request.terms(),
                        Set.of("mail"),
                        Set.of("charge"),
                        request.turn()));
    }

    private static CreateExecutionBuilder of(String kind) {
        return CreateExecution.of(SHOP, LANE, kind);
    }

    private static ClaimRequest request(int limit) {
        return claimRequest("w1", limit);
    }

    private List<ExecutionId> claim(ClaimRequest request) {
        return engine.call(Catalogue.CLAIM, request).claims().stream()
                .map(Claim::executionId)
                .toList();
    }
}
