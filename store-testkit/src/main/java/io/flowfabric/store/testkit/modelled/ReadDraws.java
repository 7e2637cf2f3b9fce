package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.op.event.SubscribeLeaseHistory;
import io.flowfabric.model.op.listing.ExpiredLeaseCursor;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.read.ReadExecCoreFields;
import io.flowfabric.model.op.submit.AwaitResultRequest;
import io.flowfabric.model.op.tag.GetExecutionTag;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Questions. */
final class ReadDraws {
    private static final List<Operation<ExecutionRef, ?>> ABOUT_ONE = List.of(
            Catalogue.DESCRIBE_EXECUTION,
            Catalogue.LIST_ATTEMPTS,
            Catalogue.GET_EXECUTION_RESULT,
            Catalogue.EXPLAIN_EXECUTION,
            Catalogue.READ_EXECUTION_INFO,
            Catalogue.READ_EXECUTION_STATE,
            Catalogue.READ_EXECUTION_CONTEXT,
            Catalogue.READ_CURRENT_ATTEMPT_INDEX,
            Catalogue.READ_TOTAL_ATTEMPT_COUNT,
            Catalogue.GET_EXECUTION_NAMESPACE,
            Catalogue.RESOLVE_EXECUTION_FLOW_ID);

    private static final List<Operation<SubscribeFamily, ?>> FAMILIES = List.of(
            Catalogue.SUBSCRIBE_COMPLETION, Catalogue.SUBSCRIBE_INSTANCE_TAGS, Catalogue.SUBSCRIBE_SIGNAL_DELIVERY);

    private static final List<Operation<NoArguments, ?>> ABOUT_THE_STORE = List.of(
            Catalogue.PING,
            Catalogue.SERVER_TIME_MS,
            Catalogue.BACKEND_LABEL,
            Catalogue.CAPABILITIES,
            Catalogue.PREPARE);

    private static final List<String> CORE_FIELDS = List.copyOf(new TreeSet<>(ReadModel.CORE_FIELDS.keySet()));

    private final SeededRandom random;
    private final World world;
    private final SubjectChoice picks;

    ReadDraws(SeededRandom random, World world, SubjectChoice picks) {
        this.random = random;
        this.world = world;
        this.picks = picks;
    }

    void addOthers(WeightedCalls menu) {
        menu.add(4, () -> new Call<>(random.pick(ABOUT_ONE), new ExecutionRef(picks.any())))
                .add(1, () -> new Call<>(Catalogue.AWAIT_RESULT, new AwaitResultRequest(picks.any(), 0)))
                .add(1, this::coreFields)
                .add(
                        1,
                        () -> new Call<>(
                                Catalogue.GET_EXECUTION_TAG,
                                new GetExecutionTag(picks.any(), random.pick(Participants.TAGS))))
                .add(2, this::executions)
                .add(2, this::eligible)
                .add(1, this::lanes)
                .add(1, this::expiredLeases)
                .add(1, this::events)
                .add(2, this::family)
                .add(1, () -> new Call<>(random.pick(ABOUT_THE_STORE), NoArguments.NONE));
    }

    private Call<?, ?> coreFields() {
        return new Call<>(
                Catalogue.READ_EXEC_CORE_FIELDS,
                new ReadExecCoreFields(picks.any(), partition(6), random.some(CORE_FIELDS)));
    }

    private Call<?, ?> executions() {
        return new Call<>(
                Catalogue.LIST_EXECUTIONS,
                new ListExecutions(partition(2), random.maybe(2, picks::any), random.below(8)));
    }

    private Call<?, ?> eligible() {
        return new Call<>(
                Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                new ScanEligibleExecutions(random.pick(Participants.LANES), random.below(8), partition(3)));
    }

    private Call<?, ?> lanes() {
        return new Call<>(
                Catalogue.LIST_LANES,
                new ListLanes(
                        random.maybe(2, () -> random.pick(Participants.LANES)),
                        random.below(3),
                        random.maybe(3, () -> random.pick(Participants.NAMESPACES))));
    }

    private Call<?, ?> expiredLeases() {
        return new Call<>(
                Catalogue.LIST_EXPIRED_LEASES,
                new ListExpiredLeases(
                        random.oneIn(2)
                                ? OptionalLong.of(world.now() + random.between(-5_000, 5_000))
                                : OptionalLong.empty(),
                        random.maybe(
                                3, () -> new ExpiredLeaseCursor(world.now() - random.between(0, 5_000), picks.any())),
                        random.below(6),
                        random.maybe(3, () -> random.pick(Participants.NAMESPACES))));
    }

    private Call<?, ?> events() {
        return new Call<>(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(
                        Set.copyOf(random.some(List.of(EventFamily.values()))),
                        cursor(),
                        filter(),
                        random.below(20),
                        0));
    }

    private Call<?, ?> family() {
        if (random.oneIn(4)) {
            return new Call<>(
                    Catalogue.SUBSCRIBE_LEASE_HISTORY,
                    new SubscribeLeaseHistory(cursor(), filter(), random.oneIn(2), 1 + random.below(20), 0));
        }
        return new Call<>(random.pick(FAMILIES), new SubscribeFamily(cursor(), filter(), 1 + random.below(20), 0));
    }

    private EventCursor cursor() {
        return EventCursor.ofNumber(random.between(0, world.outbox().newest()));
    }

    private ScannerFilter filter() {
        return random.oneIn(2) ? ScannerFilter.NONE : TimerDraws.filter(random);
    }

    private OptionalInt partition(int times) {
        return random.oneIn(times) ? OptionalInt.of(random.pick(Participants.PARTITIONS)) : OptionalInt.empty();
    }
}
