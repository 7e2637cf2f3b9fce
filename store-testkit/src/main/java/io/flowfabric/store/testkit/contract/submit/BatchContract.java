package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.BatchItem.Answered;
import io.flowfabric.model.op.BatchItem.Refused;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Created;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.fixture.BlockedCall;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import io.flowfabric.store.testkit.fixture.GatedStore;
import io.flowfabric.store.testkit.fixture.OtherHolders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 08 §3 on a store: many calls at once, each answered as if it had come alone. */
@Covers({"submit_batch", "complete_batch", "renew_batch"})
public abstract class BatchContract extends ContractSuite {

    @Test
    public void thousandExecutionsAreSubmittedInOrder() {
        var results = submit(Collections.nCopies(1000, execution()).toArray(CreateExecutionBuilder[]::new));

        assertThat(results)
                .hasSize(1000)
                .allSatisfy(item -> assertThat(item.orThrow()).isInstanceOf(Created.class));
        assertThat(claim("w1", 256)).hasSize(256);
    }

    @Test
    public void badSubmissionDoesNotHarmItsNeighbours() {
        var beyond = new ExecutionId(256, UUID.randomUUID());

        var results = submit(
                execution(),
                execution().policyJson("{nope"),
                execution().id(beyond),
                execution().input(Payload.of(new byte[(1 << 20) + 1])),
                execution().tag("Bad", "x"),
                execution().delayUntil(START + 1));

        assertThat(codes(results))
                .containsExactly(
                        "Created",
                        "invalid_policy_json",
                        "invalid_input",
                        "payload_too_large",
                        "invalid_tag_key",
                        "Created");
        assertThat(((Created) results.get(5).orThrow()).publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(claim("w1", 10)).hasSize(1);
    }

    @Test
    public void idOrKeyThatOccursTwiceIsADuplicateOfTheFirst() {
        var stored = create(execution().idempotencyKey("stored"));
        var id = unknown();

        var results = submit(
                execution().id(id).input(Payload.json("1")),
                execution().id(id).input(Payload.json("2")),
                execution().idempotencyKey("k"),
                execution().idempotencyKey("k"),
                CreateExecution.of(new Namespace("other"), LANE, "charge").idempotencyKey("k"),
                execution().idempotencyKey("stored"),
                execution().idempotencyKey("gone").policyJson("{\"dedup_window_ms\":0}"),
                execution().idempotencyKey("gone"));

        assertThat(results.get(0).orThrow()).isEqualTo(new Created(id, PublicState.WAITING));
        assertThat(results.get(1).orThrow()).isEqualTo(new Duplicate(id));
        var first = results.get(2).orThrow().executionId();
        assertThat(results.get(3).orThrow()).isEqualTo(new Duplicate(first));
        assertThat(results.get(4).orThrow()).isInstanceOf(Created.class);
        assertThat(results.get(5).orThrow()).isEqualTo(new Duplicate(stored));
        assertThat(results.get(6).orThrow()).isInstanceOf(Created.class);
        assertThat(results.get(7).orThrow()).as("a key that was not kept").isInstanceOf(Created.class);
    }

    @Test
    public void refusedItemLeavesItsKeyToTheNext() {
        var results = submit(
                execution().idempotencyKey("k").policyJson("{nope"), execution().idempotencyKey("k"));

        assertThat(codes(results)).containsExactly("invalid_policy_json", "Created");
    }

    @Test
    public void heavyBatchIsSubmittedWhole() {
        var input = Payload.of(new byte[1 << 20]);
        var heavy = Stream.generate(() -> execution().input(input)).limit(9).toArray(CreateExecutionBuilder[]::new);

        assertThat(submit(heavy)).allSatisfy(item -> assertThat(item.orThrow()).isInstanceOf(Created.class));
        assertThat(Stream.generate(() -> claim("w1", 20)).takeWhile(claims -> !claims.isEmpty()))
                .as("as many as one answer carries, again and again")
                .flatMap(claims -> claims)
                .hasSize(9);
    }

    @Test
    public void completionsStandEachForItself() {
        var expired = claimedBy("w0");
        advance(TTL_MS);
        var first = claimedBy("w1");
        var second = claimedBy("w1");
        var stale = OtherHolders.withLease(claimedBy("w1"));
        var foreign = new Handle(
                BackendTag.VALKEY, first.handle().kind(), first.handle().bytes());

        var results = complete(
                completion(first, "1"),
                completion(stale, "2"),
                new CompleteRequest(foreign, Optional.empty()),
                completion(expired, "3"),
                completion(second, "4"));

        assertThat(codes(results))
                .containsExactly("Ok", "stale_lease", "handle_from_other_backend", "lease_expired", "Ok");
        assertThat(result(first)).contains(Payload.json("1"));
        assertThat(result(second)).contains(Payload.json("4"));
        assertThat(describe(stale.executionId()).publicState()).isEqualTo(PublicState.ACTIVE);
        assertThat(describe(expired.executionId()).vector().row())
                .as("a refusal keeps what it changed")
                .isEqualTo(VectorRow.LEASE_EXPIRED);
    }

    @Test
    public void handleThatOccursTwiceIsARepeat() {
        var first = claimedBy("w1");
        var second = claimedBy("w1");

        assertThat(complete(completion(first, "1"), completion(first, "2"), completion(second, "3")))
                .containsExactly(new Answered<>(Ok.OK), new Answered<>(Ok.OK), new Answered<>(Ok.OK));

        assertThat(result(first)).contains(Payload.json("1"));
        for (var claim : List.of(first, second)) {
            assertThat(types(claim.executionId())).containsExactly("acquired", "success", "revoked");
        }
    }

    @Test
    public void expiredLeaseThatOccursTwiceIsMarkedOnce() {
        var expired = claimedBy("w1");
        advance(TTL_MS);

        assertThat(codes(complete(completion(expired, "1"), completion(expired, "1"))))
                .containsExactly("lease_expired", "lease_expired");
        assertThat(types()).containsExactly("acquired", "expired");
    }

    @Test
    public void renewalsStandEachForItself() {
        var first = claimedBy("w1");
        var ended = claimedBy("w1");
        complete(ended);
        advance(5);
        var renewed = new Answered<>(new RenewOutcome(START + 5 + TTL_MS, 1));

        var results = engine.call(
                Catalogue.RENEW_BATCH,
                new RenewBatch(List.of(
                        new RenewRequest(first.handle()),
                        new RenewRequest(ended.handle()),
                        new RenewRequest(first.handle()))));

        assertThat(results.get(0)).isEqualTo(renewed);
        assertThat(results.get(1))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.error().code()).isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE));
        assertThat(results.get(2)).isEqualTo(renewed);
        assertThat(describe(first.executionId()).lease().orElseThrow().expiresAt())
                .isEqualTo(START + 5 + TTL_MS);
    }

    @Test
    @Timeout(60)
    public void batchesOfOneItemShareATransaction() throws Exception {
        var claims = Stream.generate(() -> claimedBy("w1")).limit(20).toList();
        var gated = GatedStore.on(store);
        try (var crowded = start(gated, settings())) {
            var renewals = new ArrayList<FutureTask<List<BatchItem<RenewOutcome>>>>();
            for (var claim : claims) {
                var one = new RenewBatch(List.of(new RenewRequest(claim.handle())));
                renewals.add(BlockedCall.begin(() -> crowded.call(Catalogue.RENEW_BATCH, one)));
            }

            gated.open();

            for (var renewal : renewals) {
                assertThat(codes(renewal.get())).containsExactly("RenewOutcome");
            }
            assertThat(gated.writes())
                    .as("two are under way when the third comes, and the others share the next")
                    .hasValue(3);
        }
    }

    @Test
    public void unknownExecutionIsTheErrorOfItsItem() {
        var claim = claimedBy("w1");
        var elsewhere = OtherHolders.ofAnotherExecution(claim, unknown());

        assertThat(codes(complete(completion(elsewhere, "1"), completion(claim, "1"))))
                .containsExactly("execution_not_found", "Ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1001})
    public void batchHasOneToAThousandItems(int size) {
        var claim = claimedBy("w1");

        refused(
                ErrorCode.INVALID_INPUT,
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(Collections.nCopies(size, execution().build())));
        refused(
                ErrorCode.INVALID_INPUT,
                Catalogue.COMPLETE_BATCH,
                new CompleteBatch(Collections.nCopies(size, completion(claim, "1"))));
        refused(
                ErrorCode.INVALID_INPUT,
                Catalogue.RENEW_BATCH,
                new RenewBatch(Collections.nCopies(size, new RenewRequest(claim.handle()))));
        assertThat(describe(claim.executionId()).publicState()).isEqualTo(PublicState.ACTIVE);
    }

    private Claim claimedBy(String worker) {
        create();
        return claimOne(worker);
    }

    private List<BatchItem<CreateExecutionOutcome>> submit(CreateExecutionBuilder... executions) {
        return engine.call(
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(Arrays.stream(executions)
                        .map(CreateExecutionBuilder::build)
                        .toList()));
    }

    private List<BatchItem<Ok>> complete(CompleteRequest... items) {
        return engine.call(Catalogue.COMPLETE_BATCH, new CompleteBatch(List.of(items)));
    }

    private static CompleteRequest completion(Claim claim, String json) {
        return new CompleteRequest(claim.handle(), Optional.of(Payload.json(json)));
    }

    private Optional<Payload> result(Claim claim) {
        return engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(claim.executionId()));
    }

    /** The name of each answer, or the code of its refusal. */
    private static <R> List<String> codes(List<BatchItem<R>> results) {
        return results.stream()
                .map(item -> item instanceof Refused<R> refused
                        ? refused.error().code().literal()
                        : item.orThrow().getClass().getSimpleName())
                .toList();
    }
}
