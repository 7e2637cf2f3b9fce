package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.read.MissedWakeUpReads;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.listing.LanePage;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.CountingStore;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** 06 §8 on a store, as far as it concerns lanes. */
@Covers("list_lanes")
public abstract class LaneContract extends ContractSuite {

    @Test
    public void lanesComeInTheOrderOfTheirNamesPageByPage() {
        for (String lane : List.of("delta", "alpha", "echo", "charlie", "bravo", "alpha")) {
            create(CreateExecution.of(SHOP, new LaneId(lane), "charge"));
        }

        assertThat(lanes("", 2)).isEqualTo(page("bravo", "alpha", "bravo"));
        assertThat(lanes("bravo", 2)).isEqualTo(page("delta", "charlie", "delta"));
        assertThat(lanes("delta", 2)).isEqualTo(page("", "echo"));
        assertThat(lanes("echo", 2)).isEqualTo(LanePage.EMPTY);
    }

    @Test
    public void lanesOfANamespaceAreThoseItEverUsed() {
        var bank = new Namespace("bank");
        for (String lane : List.of("alpha", "charlie", "echo")) {
            create(CreateExecution.of(bank, new LaneId(lane), "charge"));
        }
        create(CreateExecution.of(SHOP, new LaneId("bravo"), "charge"));
        create(CreateExecution.of(SHOP, new LaneId("charlie"), "charge").policyJson(requiring("gpu")));

        assertThat(lanesOf(bank, "", 2)).isEqualTo(page("charlie", "alpha", "charlie"));
        assertThat(lanesOf(bank, "charlie", 2)).isEqualTo(page("", "echo"));
        assertThat(lanesOf(SHOP, "", 2)).isEqualTo(page("", "bravo", "charlie"));
        assertThat(lanesOf(new Namespace("unknown"), "", 2)).isEqualTo(LanePage.EMPTY);
    }

    @Test
    public void lanesGivenAtTheStartAreListedAndThoseThatAreUsedToo() {
        var given = settings().withLanes(List.of(new LaneId("b"), new LaneId("a")));

        start(CountingStore.on(store), given).close();
        start(CountingStore.on(store), given).close();
        create();

        assertThat(lanes("", 9)).isEqualTo(page("", "a", "b", LANE.value()));
        assertThat(claim("w1", 9)).hasSize(1);
    }

    @Test
    public void noLimitNoLanes() {
        create();

        assertThat(lanes("", 0)).isEqualTo(LanePage.EMPTY);
        assertThat(lanes("", Integer.MAX_VALUE)).isEqualTo(page("", LANE.value()));
    }

    @Test
    public void laneMayHaveWorkAsLongAsSomethingCanBeClaimed() {
        assertThat(mayHaveWork()).as("an unknown lane").isFalse();
        create(execution().delayUntil(START + 1));
        assertThat(mayHaveWork()).as("a delayed execution").isFalse();
        var id = create();
        assertThat(mayHaveWork()).as("an eligible execution").isTrue();
        lost(id, "w1");
        assertThat(mayHaveWork()).as("an expired lease").isTrue();
        complete(claimOne("w2"));
        assertThat(mayHaveWork()).as("an ended execution").isFalse();
    }

    @Test
    public void loadCountsWhatCanBeClaimedByLaneAndWhatIsDelayedHeldAndExpired() {
        assertThat(engine.load()).isEqualTo(new EngineLoad(Map.of(), 0, 0, 0, 0, EngineLoad.FollowUps.NONE));

        create(execution().delayUntil(START + 60_000));
        create(CreateExecution.of(SHOP, new LaneId("quiet"), "charge").delayUntil(START + 60_000));
        var id = create();
        assertThat(engine.load()).isEqualTo(load(1, 2, 0, 0));

        lost(id, "w1");
        assertThat(engine.load()).isEqualTo(load(1, 2, 0, 1));

        claimOne("w2");
        assertThat(engine.load()).isEqualTo(load(0, 2, 1, 0));
    }

    private static EngineLoad load(long backlog, long delayed, long held, long expired) {
        return new EngineLoad(
                Map.of(LANE, backlog, new LaneId("quiet"), 0L), delayed, held, expired, 0, EngineLoad.FollowUps.NONE);
    }

    private boolean mayHaveWork() {
        var work = Set.of(new WakeUpKey.Work(LANE, Optional.empty()));
        return read(tx -> tx.missedWakeUps()
                        .news(new MissedWakeUpReads.Awaited(work, Set.of(), Set.of()))
                        .work())
                .equals(work);
    }

    private LanePage lanes(String after, int limit) {
        return engine.call(Catalogue.LIST_LANES, new ListLanes(lane(after), limit));
    }

    private LanePage lanesOf(Namespace namespace, String after, int limit) {
        return engine.call(Catalogue.LIST_LANES, new ListLanes(lane(after), limit, Optional.of(namespace)));
    }

    private static LanePage page(String cursor, String... lanes) {
        return new LanePage(List.of(lanes).stream().map(LaneId::new).toList(), lane(cursor));
    }

    private static Optional<LaneId> lane(String name) {
        return name.isEmpty() ? Optional.empty() : Optional.of(new LaneId(name));
    }
}
