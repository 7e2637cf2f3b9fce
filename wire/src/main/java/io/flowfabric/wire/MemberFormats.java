package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.partition.Partition;
import io.flowfabric.model.partition.PartitionFamily;
import io.flowfabric.model.partition.PartitionIndex;
import io.flowfabric.model.partition.PartitionKey;
import java.util.Optional;

/** The formats of members of arguments. */
final class MemberFormats {
    /** A policy is an object in the JSON; the record has its text, because it is checked after duplicates are. */
    static final MemberFormat POLICY = MemberFormat.of(
            JsonSchemas.object(), policy -> policy.isObject() ? TextNode.valueOf(policy.toString()) : policy);

    /** A reason is a text, or an object with a message and perhaps a detail. */
    static final MemberFormat REASON = MemberFormat.of(
            JsonSchemas.oneOf(
                    "A text, or a message with an optional detail.",
                    JsonSchemas.text(),
                    JsonSchemas.with(JsonSchemas.object("message"), "detail", false)),
            MemberFormats::reason);

    /** A partition is its number or its key, and always one of executions. */
    static final MemberFormat PARTITION = MemberFormat.of(
            JsonSchemas.oneOf(
                    "The number of a partition of executions, or its key.",
                    JsonSchemas.integer(0, PartitionIndex.MAX),
                    JsonSchemas.text().put("pattern", "^\\{fp:\\d{1,5}\\}$")),
            MemberFormats::partition);

    /**
     * A worker is identified by its namespace and its instance; the instance is enough if the namespace is given
     * beside.
     */
    static final MemberFormat WORKER = new MemberFormat(
            Optional.of(JsonSchemas.oneOf(
                    "A worker, or its instance alone where the namespace is given beside it.",
                    JsonSchemas.with(JsonSchemas.object("namespace"), "worker_instance_id", true),
                    JsonSchemas.text())),
            MemberFormats::worker);

    /** Families are checked one by one: an unknown one is invalid input, rather than of the wrong type. */
    static final MemberFormat FAMILIES = MemberFormat.of(names -> {
        names.forEach(name -> {
            if (name.isTextual()) {
                EventFamily.parse(name.textValue());
            }
        });
        return names;
    });

    /** An event position has special values besides the cursors. */
    static final MemberFormat PLACE = MemberFormat.of(
            JsonSchemas.text().put("description", "A cursor; start for the oldest event kept, empty for now."),
            cursor -> cursor.isTextual()
                    ? TextNode.valueOf(EventStart.parse(cursor.textValue()).toString())
                    : cursor);

    /** The lanes of a claim, or a single one. */
    static final OneOrMany LANES = new OneOrMany(
            "lane_id", "lanes", JsonNodeFactory.instance.objectNode().put("weight", 1), lane());

    private MemberFormats() {}

    /** The format for an annotation that concerns a single member. */
    static MemberFormat of(JsonMember.Format format) {
        return switch (format) {
            case PLAIN, PAYLOAD, LANES -> MemberFormat.PLAIN;
            case POLICY -> POLICY;
            case REASON -> REASON;
            case PARTITION -> PARTITION;
            case WORKER -> WORKER;
            case FAMILIES -> FAMILIES;
            case POSITION -> PLACE;
        };
    }

    private static ObjectNode lane() {
        var lane = JsonSchemas.object("lane_id");
        lane.withObjectProperty("properties")
                .set("weight", JsonSchemas.integer(1, Limits.LANE_WEIGHT).put("default", 1));
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
            // Refused below, with a message about executions.
        }
        throw new InvalidArguments(
                "partition",
                "%s is not a partition of executions; write its key, such as {fp:7}, or its number, from 0 to %d"
                        .formatted(given, PartitionIndex.MAX));
    }

    private static JsonNode worker(JsonNode given, ObjectNode others) {
        if (!given.isTextual()) {
            return given;
        }
        if (!others.has("namespace")) {
            throw new InvalidArguments(
                    "after",
                    "the instance alone is enough only beside a namespace; otherwise write"
                            + " {\"namespace\":…,\"worker_instance_id\":…}");
        }
        var key = others.objectNode();
        key.set("namespace", others.get("namespace"));
        key.set("worker_instance_id", given);
        return key;
    }
}
