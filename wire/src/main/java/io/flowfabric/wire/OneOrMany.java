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
 * @param others what the other members of an entry are when they are left out
 * @param entry describes an entry
 */
record OneOrMany(String one, String many, ObjectNode others, ObjectNode entry) {

    /** Makes the list of either. */
    void read(ObjectNode members) {
        JsonNode single = members.remove(one);
        if (single != null && members.has(many)) {
            throw new InvalidArguments(many, "%s stands beside it; give one of the two".formatted(one));
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

    /** The entry with what was left out of it; the one that was given stays as it is. */
    private ObjectNode completed(ObjectNode entry) {
        ObjectNode complete = entry.objectNode().setAll(entry);
        others.properties().forEach(other -> {
            if (!complete.hasNonNull(other.getKey())) {
                complete.set(other.getKey(), other.getValue());
            }
        });
        return complete;
    }

    /** Writes a list of one plain entry as that: servers that know no other form understand it. */
    void write(ObjectNode members) {
        if (members.path(many).size() == 1 && members.path(many).get(0) instanceof ObjectNode single) {
            var plain = others.deepCopy().set(one, single.path(one));
            if (plain.equals(single)) {
                members.remove(many);
                members.set(one, single.get(one));
            }
        }
    }

    /** Describes both, of which one is given. */
    void describe(ObjectNode schema) {
        var properties = schema.withObjectProperty("properties");
        properties.set(one, Schemas.text());
        properties.set(many, Schemas.array(entry.deepCopy()));
        var either = schema.putArray("oneOf");
        either.addObject().putArray("required").add(one);
        either.addObject().putArray("required").add(many);
    }

    /** Where a refused value stands in what was written. */
    String asWritten(String path, JsonNode written) {
        return written.has(one) && path.equals(many + "[0]." + one) ? one : path;
    }
}
