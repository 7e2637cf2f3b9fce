package io.flowfabric.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.OtherCompletionEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;

/** Events as flat objects, in the same format for pages and feeds. */
public final class EventJson {
    private EventJson() {}

    /** The content of an event, without its cursor. */
    public static ObjectNode data(Event event) {
        var data = JsonNodeFactory.instance.objectNode();
        data.put("namespace", event.namespace().value());
        data.put("at", event.occurredAt());
        if (event instanceof ExecutionEvent about) {
            data.put("execution_id", about.subject().executionId().toString());
        }
        if (event instanceof LeaseEvent lease) {
            lease(data, lease);
        } else if (event instanceof CompletionEvent end) {
            end.flowId().ifPresent(flow -> data.put("flow_id", flow.toString()));
            data.put("outcome", end.outcome().literal());
        } else if (event instanceof OtherCompletionEvent end) {
            end.flowId().ifPresent(flow -> data.put("flow_id", flow.toString()));
            data.put("outcome", end.outcome());
        } else if (event instanceof OperatorEvent act) {
            data.put("type", act.type().literal());
            data.set("details", Trees.mapper().valueToTree(act.details()));
        } else if (event instanceof InstanceTagEvent tag) {
            data.put("type", "attached");
            data.put("tag", tag.value());
        } else if (event instanceof WorkerEvent step) {
            data.put("type", step.kind().literal());
            data.put("worker_instance_id", step.worker().workerInstanceId().value());
            step.reason().ifPresent(reason -> data.put("reason", reason));
        }
        return data;
    }

    private static void lease(ObjectNode data, LeaseEvent lease) {
        data.put("type", lease.type().literal());
        data.put("lease_id", lease.holder().leaseId().toString());
        data.put("lease_epoch", lease.holder().epoch());
        data.put("attempt_index", lease.attemptIndex());
        data.put("worker_instance_id", lease.holder().workerInstanceId().value());
        lease.reason().ifPresent(reason -> data.put("reason", reason));
        lease.revokedBy().ifPresent(by -> data.put("revoked_by", by.literal()));
    }

    static ObjectNode page(EventPage page) {
        var outside = JsonNodeFactory.instance.objectNode();
        var events = outside.putArray("events");
        for (EventItem item : page.events()) {
            var event = events.addObject().put("cursor", item.cursor().toString());
            if (item instanceof EventItem.Delivered delivered) {
                event.put("family", delivered.event().family().literal());
                event.setAll(data(delivered.event()));
            } else if (item instanceof EventItem.Damaged damaged) {
                event.put("error", damaged.error().message());
                event.put("code", damaged.error().code().literal());
            }
        }
        outside.put("cursor", page.cursor().toString());
        if (page.gap()) {
            outside.put("gap", true);
        }
        return outside;
    }
}
