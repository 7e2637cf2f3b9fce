package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.PAGE;
import static io.flowfabric.engine.catalogue.Operation.Subject.EVENTS;
import static io.flowfabric.engine.catalogue.Operation.one;

import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.op.event.SubscribeLeaseHistory;

/** Following what happens. */
public interface EventOperations {
    Operation<SubscribeEvents, EventPage> SUBSCRIBE_EVENTS = one(
                    "subscribe_events", SubscribeEvents.class, EventPage.class)
            .reads(EVENTS)
            .answers(PAGE)
            .describedAs("Events of any families in commit order, page by page; waits for the first if asked to.");

    Operation<SubscribeLeaseHistory, EventPage> SUBSCRIBE_LEASE_HISTORY = one(
                    "subscribe_lease_history", SubscribeLeaseHistory.class, EventPage.class)
            .reads(EVENTS)
            .answers(PAGE)
            .describedAs("What happens to leases, as subscribe_events.");

    Operation<SubscribeFamily, EventPage> SUBSCRIBE_COMPLETION = one(
                    "subscribe_completion", SubscribeFamily.class, EventPage.class)
            .reads(EVENTS)
            .answers(PAGE)
            .describedAs("How executions end, as subscribe_events.");

    Operation<SubscribeFamily, EventPage> SUBSCRIBE_SIGNAL_DELIVERY = one(
                    "subscribe_signal_delivery", SubscribeFamily.class, EventPage.class)
            .reads(EVENTS)
            .answers(PAGE)
            .describedAs("Which signals were accepted, as subscribe_events.");

    Operation<SubscribeFamily, EventPage> SUBSCRIBE_INSTANCE_TAGS = one(
                    "subscribe_instance_tags", SubscribeFamily.class, EventPage.class)
            .reads(EVENTS)
            .answers(PAGE)
            .describedAs("Which executions got an instance tag, as subscribe_events.");
}
