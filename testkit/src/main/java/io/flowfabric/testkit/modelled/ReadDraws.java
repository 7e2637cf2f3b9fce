package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.AwaitResultRequest;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpiredLeaseCursor;
import io.flowfabric.model.op.GetExecutionTag;
import io.flowfabric.model.op.ListExecutions;
import io.flowfabric.model.op.ListExpiredLeases;
import io.flowfabric.model.op.ListLanes;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.ReadExecCoreFields;
import io.flowfabric.model.op.ScanEligibleExecutions;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.model.op.SubscribeFamily;
import io.flowfabric.model.op.SubscribeLeaseHistory;
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

    private final Dice dice;
    private final World world;
    private final Picks picks;

    ReadDraws(Dice dice, World world, Picks picks) {
        this.dice = dice;
        this.world = world;
        this.picks = picks;
    }

    void addOthers(Menu menu) {
        menu.add(4, () -> new Call<>(dice.pick(ABOUT_ONE), new ExecutionRef(picks.any())))
                .add(1, () -> new Call<>(Catalogue.AWAIT_RESULT, new AwaitResultRequest(picks.any(), 0)))
                .add(1, this::coreFields)
                .add(
                        1,
                        () -> new Call<>(
                                Catalogue.GET_EXECUTION_TAG, new GetExecutionTag(picks.any(), dice.pick(Cast.TAGS))))
                .add(2, this::executions)
                .add(2, this::eligible)
                .add(1, this::lanes)
                .add(1, this::expiredLeases)
                .add(1, this::events)
                .add(2, this::family)
                .add(1, () -> new Call<>(dice.pick(ABOUT_THE_STORE), NoArguments.NONE));
    }

    private Call<?, ?> coreFields() {
        return new Call<>(
                Catalogue.READ_EXEC_CORE_FIELDS,
                new ReadExecCoreFields(picks.any(), partition(6), dice.some(CORE_FIELDS)));
    }

    private Call<?, ?> executions() {
        return new Call<>(
                Catalogue.LIST_EXECUTIONS, new ListExecutions(partition(2), dice.maybe(2, picks::any), dice.below(8)));
    }

    private Call<?, ?> eligible() {
        return new Call<>(
                Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                new ScanEligibleExecutions(dice.pick(Cast.LANES), dice.below(8), partition(3)));
    }

    private Call<?, ?> lanes() {
        return new Call<>(
                Catalogue.LIST_LANES,
                new ListLanes(
                        dice.maybe(2, () -> dice.pick(Cast.LANES)),
                        dice.below(3),
                        dice.maybe(3, () -> dice.pick(Cast.NAMESPACES))));
    }

    private Call<?, ?> expiredLeases() {
        return new Call<>(
                Catalogue.LIST_EXPIRED_LEASES,
                new ListExpiredLeases(
                        dice.oneIn(2)
                                ? OptionalLong.of(world.now() + dice.between(-5_000, 5_000))
                                : OptionalLong.empty(),
                        dice.maybe(3, () -> new ExpiredLeaseCursor(world.now() - dice.between(0, 5_000), picks.any())),
                        dice.below(6),
                        dice.maybe(3, () -> dice.pick(Cast.NAMESPACES))));
    }

    private Call<?, ?> events() {
        return new Call<>(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(
                        Set.copyOf(dice.some(List.of(EventFamily.values()))), cursor(), filter(), dice.below(20), 0));
    }

    private Call<?, ?> family() {
        if (dice.oneIn(4)) {
            return new Call<>(
                    Catalogue.SUBSCRIBE_LEASE_HISTORY,
                    new SubscribeLeaseHistory(cursor(), filter(), dice.oneIn(2), 1 + dice.below(20), 0));
        }
        return new Call<>(dice.pick(FAMILIES), new SubscribeFamily(cursor(), filter(), 1 + dice.below(20), 0));
    }

    private EventCursor cursor() {
        return EventCursor.ofNumber(dice.between(0, world.outbox().newest()));
    }

    private ScannerFilter filter() {
        return dice.oneIn(2) ? ScannerFilter.NONE : TimerDraws.filter(dice);
    }

    private OptionalInt partition(int times) {
        return dice.oneIn(times) ? OptionalInt.of(dice.pick(Cast.PARTITIONS)) : OptionalInt.empty();
    }
}
