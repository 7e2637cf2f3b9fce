package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.AnswerRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.op.worker.WorkerEntry;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import io.flowfabric.store.testkit.quiescence.CountedStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One answer carries about four mebibytes; the rest stays where it is, for the next call. */
@Timeout(60)
public abstract class AnswerContract extends ContractSuite {
    private static final int WHOLE = Limits.PAYLOAD_BYTES;

    /** Three payloads of one mebibyte, with what belongs to them; the fourth would be too much by that. */
    private static final int FIT = 3;

    @Test
    public void aClaimLeavesAloneWhatItsAnswerHasNoRoomFor() {
        var ids = Stream.generate(this::createLarge).limit(8).toList();

        var sizes = new ArrayList<Integer>();
        var taken = new ArrayList<ExecutionId>();
        for (int i = 0; i < FIT; i++) {
            var claims = claim("w", 256);
            claims.forEach(claim -> taken.add(claim.executionId()));
            sizes.add(claims.size());
            ids.stream()
                    .filter(id -> !taken.contains(id))
                    .forEach(id -> assertThat(describe(id).leaseEpoch())
                            .as("the epoch of one that was not answered")
                            .isZero());
        }

        assertThat(sizes).containsExactly(FIT, FIT, 2);
        assertThat(taken).isEqualTo(ids);
    }

    @Test
    public void everyClaimerThatWaitsIsServedWhenOneCannotTakeAll() throws Exception {
        var waiting = new ArrayList<CompletableFuture<ClaimOutcome>>();
        for (String worker : List.of("a", "b", "c", "d")) {
            waiting.add(parked(Catalogue.CLAIM, claimRequest(worker, 256).waiting(LONGEST_WAIT_MS)));
        }

        engine.call(
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(Collections.nCopies(
                        3 * FIT + 1, execution().input(payload(WHOLE)).build())));

        var sizes = new ArrayList<Integer>();
        for (var claimer : waiting) {
            sizes.add(woken(claimer).claims().size());
        }
        assertThat(sizes).containsExactlyInAnyOrder(FIT, FIT, FIT, 1);
    }

    @Test
    public void contentOfEverySizeArrivesWhole() {
        var inputs = IntStream.of(0, 1, -3, -2, -1, 0, 1, 2, 3)
                .mapToObj(more -> payload(Math.max(0, more < 0 || more > 1 ? AnswerRules.ALONG_BYTES + more : more)))
                .toList();
        for (var input : inputs) {
            create(execution()
                    .input(new Payload(input.bytes(), Optional.of("test/" + input.size())))
                    .tag("acme.size", Integer.toString(input.size())));
        }

        var claims = claim("w", 256);

        assertThat(claims.stream().map(Claim::input))
                .containsExactlyElementsOf(inputs.stream()
                        .map(input -> new Payload(input.bytes(), Optional.of("test/" + input.size())))
                        .toList());
        assertThat(claims)
                .allSatisfy(claim -> assertThat(claim.tags())
                        .isEqualTo(Map.of(
                                "acme.size", Integer.toString(claim.input().size()))));
    }

    @Test
    public void aProcessWithoutMemoryClaimsWhatIsSmallAndNothingElse() {
        var room = new AtomicLong(AnswerRules.ALONG_BYTES);
        try (var full = start(openAgain(), settings())) {
            full.answerWithin(room::get);
            var small = create();
            var large = createLarge();

            var first = full.call(Catalogue.CLAIM, claimRequest("w", 256)).claims();
            assertThat(first.stream().map(Claim::executionId)).containsExactly(small);
            assertRefused(ErrorCode.RESOURCE_EXHAUSTED, () -> full.call(Catalogue.CLAIM, claimRequest("w", 256)));
            assertThat(describe(large).leaseEpoch()).isZero();

            room.set(Limits.ANSWER_BYTES);
            assertThat(full.call(Catalogue.CLAIM, claimRequest("w", 256)).claims().stream()
                            .map(Claim::executionId))
                    .containsExactly(large);
        }
    }

    @Test
    public void thoseWhoWaitForAResultGetItOnceThereIsMemory() throws Exception {
        var room = new AtomicLong();
        try (var full = start(openAgain(), settings())) {
            full.answerWithin(room::get);
            var id = create();
            var waiting = parked(
                    full, full::waitingCalls, Catalogue.AWAIT_RESULT, new AwaitResultRequest(id, LONGEST_WAIT_MS));
            engine.call(Catalogue.COMPLETE, new CompleteRequest(claimOne("w").handle(), Optional.of(payload(WHOLE))));
            assertThat(waiting).isNotDone();

            room.set(Limits.ANSWER_BYTES);

            assertThat(woken(waiting)).isInstanceOf(AwaitResultOutcome.Ended.class);
        }
    }

    @Test
    public void aPageOfWorkersEndsBeforeItIsTooLarge() {
        var lanes = IntStream.range(0, 256)
                .mapToObj(i -> new LaneId("l".repeat(60) + i))
                .toList();
        int workers = 260;
        for (int i = 0; i < workers; i++) {
            engine.call(
                    Catalogue.REGISTER_WORKER,
                    new RegisterWorker(
                            SampleRequests.worker("w" + i),
                            SampleRequests.instance("w" + i),
                            SHOP,
                            lanes,
                            CapabilitySet.EMPTY,
                            TTL_MS));
        }

        Set<String> seen = new HashSet<>();
        var sizes = new ArrayList<Integer>();
        Optional<WorkerKey> after = Optional.empty();
        do {
            var page = engine.call(Catalogue.LIST_WORKERS, new ListWorkers(Optional.empty(), after, 10_000));
            page.entries().stream().map(WorkerEntry::workerInstanceId).forEach(instance -> seen.add(instance.value()));
            sizes.add(page.entries().size());
            after = page.cursor();
        } while (after.isPresent());

        assertThat(seen).hasSize(workers);
        assertThat(sizes).hasSize(2);
        assertThat(sizes.get(0)).isBetween(230, 255);
    }

    @Test
    public void aPageOfEventsEndsBeforeItIsTooLarge() {
        var id = create();
        int count = 1000;
        var subject = new EventSubject(id, SHOP, Optional.of("t".repeat(4096)), START);
        write(tx -> {
            tx.executions().lock(List.of(id));
            tx.events().append(Collections.<Event>nCopies(count, new InstanceTagEvent(subject, "v".repeat(4096))));
            return id;
        });

        var first = engine.call(Catalogue.SUBSCRIBE_EVENTS, page(EventCursor.START));
        var second = engine.call(Catalogue.SUBSCRIBE_EVENTS, page(first.cursor()));
        var third = engine.call(Catalogue.SUBSCRIBE_EVENTS, page(second.cursor()));

        assertThat(first.events()).hasSizeBetween(400, 500);
        assertThat(second.events()).hasSizeBetween(400, 500);
        assertThat(first.events().size()
                        + second.events().size()
                        + third.events().size())
                .isGreaterThanOrEqualTo(count);
    }

    @Test
    public void theNewestAttemptsAreListedByIndex() {
        var id = create();
        for (int i = 0; i < 3; i++) {
            lost(id, "w");
        }
        claimOne("w");

        var newest = read(tx -> tx.executions().attempts(id, 2));
        assertThat(newest)
                .isEqualTo(attempts(id)
                        .subList(attempts(id).size() - 2, attempts(id).size()));
    }

    @Test
    public void oneTagIsReadWithoutTheOthers() {
        var tagged = create(execution().tags(Map.of("acme.a", "\"ü\n", "acme.b", "b")));
        var other = create(execution().tags(Map.of("acme.b", "b")));

        for (String key : List.of("acme.a", "no key of any tag '\"")) {
            var read = read(tx -> tx.executions().tags(List.of(tagged, other, unknown()), key));
            var written = write(tx -> tx.executions().tagsOf(List.of(tagged, other, unknown()), key));
            assertThat(written).isEqualTo(read);
            assertThat(read).containsOnlyKeys(tagged, other);
            assertThat(read.get(other).asMap()).isEmpty();
            assertThat(read.get(tagged).asMap()).isEqualTo(key.equals("acme.a") ? Map.of("acme.a", "\"ü\n") : Map.of());
        }
    }

    /** The same store, for another engine; closing it leaves this one open. */
    private Store openAgain() {
        return CountedStore.on(store);
    }

    private static SubscribeEvents page(EventCursor after) {
        return new SubscribeEvents(Set.of(), after, ScannerFilter.NONE, Limits.PAGE, 0);
    }

    private ExecutionId createLarge() {
        return create(execution().input(payload(WHOLE)));
    }

    private static Payload payload(int size) {
        var bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return Payload.of(bytes);
    }
}
