package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.fixture.BusyEngine;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.FoldedTwin;
import io.flowfabric.store.testkit.fixture.SampleRequests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Any sequence of calls about few records gives the same answers, events and end state whether the calls share a transaction
 * or have one each. Both are carried out on twins: records that differ in their names and ids only.
 */
@Timeout(300)
public abstract class FoldedEquivalenceContract extends ContractSuite {
    private static final int LEASED = 2;
    private static final int EXECUTIONS = 3;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern PARTITION = Pattern.compile("\\{fp:\\d+}");

    /** Failed attempts are retried, at once. */
    private static final String POLICY =
            "{\"retry_policy\":{\"max_retries\":2,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":0}}}";

    @Test
    public void callsThatShareATransactionAreCarriedOutAsIfTheyCameAlone() throws Exception {
        long seed = Long.getLong("ff.seed", ThreadLocalRandom.current().nextLong());
        var random = new Random(seed);
        try (var crowded = new BusyEngine(store, settings())) {
            for (int round = 0; round < LongRuns.rounds(500, 25); round++) {
                compare(crowded, random, round, "-Dff.seed=" + seed + ", round " + round);
            }
        }
    }

    private void compare(BusyEngine crowded, Random random, int round, String description) throws Exception {
        var lane = new LaneId("lane-" + round);
        var folded = new FoldedTwin("folded-" + round, claimed(crowded.engine(), lane));
        var serial = new FoldedTwin("serial-" + round, claimed(engine, lane));
        folded.add(create(inLane(lane)));
        serial.add(create(inLane(lane)));
        for (var twin : List.of(folded, serial)) {
            engine.call(Catalogue.REGISTER_WORKER, SampleRequests.registration(twin.name(), SHOP, lane, TTL_MS));
        }
        advance(random.nextInt(4) == 0 ? TTL_MS : 1);
        var calls = FoldedTwin.calls(random, EXECUTIONS, clock.millis());

        var together =
                crowded.together(calls.stream().map(call -> call.apply(folded)).toList());
        var alone = new ArrayList<>();
        for (var call : calls) {
            alone.add(BusyEngine.answer(engine, call.apply(serial)));
        }

        assertThat(together.transactions()).as(description).isLessThanOrEqualTo(2);
        assertThat(texts(folded, together.answers())).as(description).isEqualTo(texts(serial, alone));
        assertThat(state(folded)).as(description).isEqualTo(state(serial));
        assertThat(history(folded)).as(description).isEqualTo(history(serial));
    }

    private static CreateExecutionBuilder inLane(LaneId lane) {
        return CreateExecution.of(SHOP, lane, "charge").policyJson(POLICY);
    }

    private List<Claim> claimed(Engine on, LaneId lane) {
        for (int i = 0; i < LEASED; i++) {
            create(inLane(lane));
        }
        return on.call(
                        Catalogue.CLAIM,
                        new ClaimRequest(
                                lane,
                                SampleRequests.worker("w1"),
                                SampleRequests.instance("w1"),
                                CapabilitySet.EMPTY,
                                Optional.empty(),
                                TTL_MS,
                                0,
                                LEASED))
                .claims();
    }

    /** What is stored of a twin: executions with their grants, tags, attempts and results, the worker and the cursor. */
    private List<String> state(FoldedTwin twin) {
        var all = new ArrayList<>();
        for (ExecutionId id : twin.ids()) {
            all.add(write(tx -> tx.executions().lock(List.of(id)).get(id)));
            all.add(write(tx -> tx.executions().tagsOf(List.of(id)).get(id)));
            all.add(attempts(id));
            all.add(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id))
                    .map(result -> new String(result.bytes(), StandardCharsets.UTF_8)));
        }
        all.add(write(tx -> tx.workers().lock(List.of(twin.worker()))));
        all.add(read(tx -> tx.cursors().find(twin.cursor())));
        return texts(twin, all);
    }

    /** The events of each execution in their order, then those of the worker; between records no order is promised. */
    private List<String> history(FoldedTwin twin) {
        var all = new ArrayList<Event>();
        var events = events();
        for (ExecutionId id : twin.ids()) {
            events.stream()
                    .filter(event -> event instanceof ExecutionEvent about
                            && about.subject().executionId().equals(id))
                    .forEach(all::add);
        }
        events.stream()
                .filter(event ->
                        event instanceof WorkerEvent about && about.worker().equals(twin.worker()))
                .forEach(all::add);
        return texts(twin, all);
    }

    /** In words that twins have in common: ids are counted as they appear. */
    private static List<String> texts(FoldedTwin twin, List<?> all) {
        var numbers = new HashMap<String, Integer>();
        return all.stream()
                .map(String::valueOf)
                .map(text ->
                        PARTITION.matcher(text.replace(twin.name(), "twin")).replaceAll("{fp}"))
                .map(text -> ID.matcher(text)
                        .replaceAll(id -> "#" + numbers.computeIfAbsent(id.group(), any -> numbers.size())))
                .toList();
    }
}
