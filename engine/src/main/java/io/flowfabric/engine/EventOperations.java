package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.READ;

import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.SubscribeEvents;
import io.flowfabric.model.op.SubscribeFamily;
import io.flowfabric.model.op.SubscribeLeaseHistory;
import java.util.List;

/** Following what happens. */
interface EventOperations {
    Operation<SubscribeEvents, EventPage> SUBSCRIBE_EVENTS = one(
            "subscribe_events",
            SubscribeEvents.class,
            EventPage.class,
            READ,
            "Events of any families in commit order, page by page; waits for the first if asked to.");

    Operation<SubscribeLeaseHistory, EventPage> SUBSCRIBE_LEASE_HISTORY = one(
            "subscribe_lease_history",
            SubscribeLeaseHistory.class,
            EventPage.class,
            READ,
            "What happens to leases, as subscribe_events.");

    Operation<SubscribeFamily, EventPage> SUBSCRIBE_COMPLETION = one(
            "subscribe_completion",
            SubscribeFamily.class,
            EventPage.class,
            READ,
            "How executions end, as subscribe_events.");

    Operation<SubscribeFamily, EventPage> SUBSCRIBE_SIGNAL_DELIVERY = one(
            "subscribe_signal_delivery",
            SubscribeFamily.class,
            EventPage.class,
            READ,
            "Which signals were accepted, as subscribe_events.");

    Operation<SubscribeFamily, EventPage> SUBSCRIBE_INSTANCE_TAGS = one(
            "subscribe_instance_tags",
            SubscribeFamily.class,
            EventPage.class,
            READ,
            "Which executions got an instance tag, as subscribe_events.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(
                SUBSCRIBE_EVENTS,
                SUBSCRIBE_LEASE_HISTORY,
                SUBSCRIBE_COMPLETION,
                SUBSCRIBE_SIGNAL_DELIVERY,
                SUBSCRIBE_INSTANCE_TAGS);
    }
}
