package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A list of objects that may be written as a single text when it has one entry: {@code "lane_id":"a"} stands for
 * {@code "lanes":[{"lane_id":"a"}]}. Exactly one of the two is given.
 *
 * @param one the member of an entry that stands for the list
 * @param many the list
 * @param others the defaults of the other members of an entry
 * @param entry the schema of an entry
 */
record OneOrMany(String one, String many, ObjectNode others, ObjectNode entry) {

    /** Turns either into the list. */
    void read(ObjectNode members) {
        JsonNode single = members.remove(one);
        if (single != null && members.has(many)) {
            throw new InvalidArguments(many, "%s is given, too; give one of the two".formatted(one));
        }
        if (single == null && !members.has(many)) {
            throw new InvalidArguments(one, "it is missing, and so is %s; give one of the two".formatted(many));
        }
        if (single != null) {
            members.putArray(many).addObject().set(one, single);
        }
        if (members.get(many) instanceof ArrayNode entries) {
            var complete = members.putArray(many);
            entries.forEach(each -> complete.add(each instanceof ObjectNode entry ? completed(entry) : each));
        }
    }

    /** The entry with the defaults of omitted members. */
    private ObjectNode completed(ObjectNode entry) {
        ObjectNode complete = entry.objectNode().setAll(entry);
        others.properties().forEach(other -> {
            if (!complete.hasNonNull(other.getKey())) {
                complete.set(other.getKey(), other.getValue());
            }
        });
        return complete;
    }

    /** Writes a list of one plain entry as a single text, which older servers understand. */
    void write(ObjectNode members) {
        if (members.path(many).size() == 1 && members.path(many).get(0) instanceof ObjectNode single) {
            var plain = others.deepCopy().set(one, single.path(one));
            if (plain.equals(single)) {
                members.remove(many);
                members.set(one, single.get(one));
            }
        }
    }

    /** Describes both, of which exactly one is given. */
    void describe(ObjectNode schema) {
        var properties = schema.withObjectProperty("properties");
        properties.set(one, JsonSchemas.text());
        properties.set(many, JsonSchemas.array(entry.deepCopy()));
        var either = schema.putArray("oneOf");
        either.addObject().putArray("required").add(one);
        either.addObject().putArray("required").add(many);
    }

    /** The path of a refused value in the JSON that was sent. */
    String asWritten(String path, JsonNode written) {
        return written.has(one) && path.equals(many + "[0]." + one) ? one : path;
    }
}
