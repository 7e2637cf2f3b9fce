package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.flowfabric.engine.rules.LaneRules;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.partition.Partition;
import io.flowfabric.model.partition.PartitionFamily;
import io.flowfabric.model.partition.PartitionIndex;
import io.flowfabric.model.partition.PartitionKey;
import java.util.Optional;

/** Every look that a member of arguments has. */
final class Looks {
    /** A policy is an object outside; the record has its text, because it is looked at after duplicates are. */
    static final Look POLICY =
            Look.of(Schemas.object(), policy -> policy.isObject() ? TextNode.valueOf(policy.toString()) : policy);

    /** A reason is a text, or an object with a message and perhaps a detail. */
    static final Look REASON = Look.of(
            Schemas.oneOf(
                    "A text, or a message with a detail behind it.",
                    Schemas.text(),
                    Schemas.with(Schemas.object("message"), "detail", false)),
            Looks::reason);

    /** A partition is its number or its key, and always one of executions. */
    static final Look PARTITION = Look.of(
            Schemas.oneOf(
                    "The number of a partition of executions, or its key.",
                    Schemas.integer(0, PartitionIndex.MAX),
                    Schemas.text().put("pattern", "^\\{fp:\\d{1,5}\\}$")),
            Looks::partition);

    /** A worker is known by its namespace and its instance; the latter is enough beside the former. */
    static final Look WORKER = new Look(
            Optional.of(Schemas.oneOf(
                    "A worker, or its instance alone where the namespace is given beside it.",
                    Schemas.with(Schemas.object("namespace"), "worker_instance_id", true),
                    Schemas.text())),
            Looks::worker);

    /** Families are looked at one by one: one that does not exist is bad input, and not one of the wrong type. */
    static final Look FAMILIES = Look.of(names -> {
        names.forEach(name -> {
            if (name.isTextual()) {
                EventFamily.parse(name.textValue());
            }
        });
        return names;
    });

    /** A place among events has words of its own besides the cursors. */
    static final Look PLACE = Look.of(
            Schemas.text().put("description", "A cursor; start for the oldest event kept, empty for now."),
            cursor -> cursor.isTextual()
                    ? TextNode.valueOf(EventPlace.parse(cursor.textValue()).toString())
                    : cursor);

    /** The lanes of a claim, or a single one. */
    static final OneOrMany LANES = new OneOrMany(
            "lane_id", "lanes", JsonNodeFactory.instance.objectNode().put("weight", 1), lane());

    private Looks() {}

    private static ObjectNode lane() {
        var lane = Schemas.object("lane_id");
        lane.withObjectProperty("properties")
                .set("weight", Schemas.integer(1, LaneRules.MOST_WEIGHT).put("default", 1));
        return lane;
    }

    private static JsonNode reason(JsonNode reason) {
        if (!(reason instanceof ObjectNode parts) || !parts.path("message").isTextual()) {
            return reason;
        }
        String message = parts.get("message").textValue();
        if (!parts.hasNonNull("detail")) {
            return TextNode.valueOf(message);
        }
        if (!parts.get("detail").isTextual()) {
            throw new InvalidArguments("reason.detail", "a text is expected");
        }
        String detail = parts.get("detail").textValue();
        return TextNode.valueOf(detail.isEmpty() ? message : message + ": " + detail);
    }

    private static JsonNode partition(JsonNode given) {
        if (!given.isTextual() && !given.isInt()) {
            return given;
        }
        try {
            var partition = given.isTextual()
                    ? PartitionKey.parse(given.textValue()).partition()
                    : new Partition(PartitionFamily.FLOW, given.intValue());
            if (partition.family() == PartitionFamily.FLOW) {
                return IntNode.valueOf(partition.index());
            }
        } catch (EngineException unreadable) {
            // Refused below, in words about executions.
        }
        throw new InvalidArguments(
                "partition",
                "%s is no partition of executions; write its key, such as {fp:7}, or its number, from 0 to %d"
                        .formatted(given, PartitionIndex.MAX));
    }

    private static JsonNode worker(JsonNode given, ObjectNode others) {
        if (!given.isTextual()) {
            return given;
        }
        if (!others.has("namespace")) {
            throw new InvalidArguments(
                    "after",
                    "the instance alone will do beside a namespace; else write {\"namespace\":…,\"worker_instance_id\":…}");
        }
        var key = others.objectNode();
        key.set("namespace", others.get("namespace"));
        key.set("worker_instance_id", given);
        return key;
    }
}
