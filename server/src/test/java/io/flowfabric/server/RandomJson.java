package io.flowfabric.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** JSON that fits a schema, almost fits it, or does not. Used by one thread at a time. */
final class RandomJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String SOME_UUID = "11111111-1111-4111-8111-111111111111";
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            " ",
            "main",
            "shop",
            "acme.a",
            "\u0000",
            "a\u0000b",
            "\ud800",
            "\udc00x",
            "\n",
            "\u007f",
            "\u00e4",
            "\ud83d\ude42",
            "%s%n",
            "'; --",
            "{}",
            "null",
            "0",
            "-1",
            "1-1",
            "start",
            "end",
            "..",
            "a,b",
            "x".repeat(64),
            "x".repeat(65),
            "x".repeat(256),
            "x".repeat(257),
            "x".repeat(5000),
            SOME_UUID,
            "{fp:7}:" + SOME_UUID,
            "{fp:213}:" + SOME_UUID,
            "{fp:65535}:" + SOME_UUID,
            "{fp:7}",
            "{fp:256}",
            "{b:3}",
            "AAAA",
            "waiting",
            "json");
    private static final long[] NUMBERS = {
        0,
        1,
        2,
        3,
        7,
        100,
        255,
        256,
        1000,
        1001,
        30_000,
        60_000,
        9_000,
        -1,
        -5,
        Integer.MAX_VALUE,
        1L << 31,
        1L << 32,
        1L << 53,
        9_999_999_999_999L,
        253_402_300_800_000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private final RandomGenerator random;
    private final Seen seen;

    RandomJson(RandomGenerator random, Seen seen) {
        this.random = random;
        this.seen = seen;
    }

    /** A body for a schema: mostly valid, sometimes slightly invalid, sometimes not JSON at all. */
    byte[] body(JsonNode schema) {
        JsonNode value = schema.isMissingNode() ? anything(3) : fitting("", schema, 0);
        while (oneIn(3)) {
            spoil(value);
        }
        byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
        if (oneIn(25)) {
            text[random.nextInt(text.length)] = (byte) random.nextInt();
        }
        return oneIn(40) ? Arrays.copyOf(text, random.nextInt(text.length + 1)) : text;
    }

    private JsonNode fitting(String name, JsonNode schema, int depth) {
        if (schema.has("oneOf")) {
            var choices = schema.get("oneOf");
            boolean bytes = choices.get(0).path("type").asText().equals("array");
            return bytes ? bytes() : fitting(name, choices.get(random.nextInt(choices.size())), depth);
        }
        if (schema.has("enum") && !oneIn(20)) {
            return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
        }
        return switch (schema.path("type").asText()) {
            case "object" -> object(schema, depth);
            case "array" -> list(name, schema.path("items"), depth);
            case "integer" -> name.equals("max_wait_ms") ? NODES.numberNode(pick(0, 1, 5, -1, 30_001)) : number();
            case "boolean" -> NODES.booleanNode(random.nextBoolean());
            default -> text(name);
        };
    }

    private ObjectNode object(JsonNode schema, int depth) {
        var object = NODES.objectNode();
        schema.path("properties").properties().forEach(member -> {
            boolean required = schema.path("required").toString().contains('"' + member.getKey() + '"');
            if (required ? !oneIn(30) : oneIn(3)) {
                object.set(member.getKey(), fitting(member.getKey(), member.getValue(), depth + 1));
            }
        });
        if (schema.has("additionalProperties") || !schema.has("properties")) {
            for (int i = random.nextInt(3); i > 0; i--) {
                object.set(textOf("tag"), text("value"));
            }
        }
        return object;
    }

    private ArrayNode list(String name, JsonNode items, int depth) {
        var list = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0 && depth < 6; i--) {
            list.add(fitting(name, items, depth + 1));
        }
        return list;
    }

    private JsonNode bytes() {
        return switch (random.nextInt(4)) {
            case 0 -> NODES.arrayNode().add(0).add(255).add(random.nextInt(300));
            case 1 -> NODES.objectNode().put("text", textOf("text"));
            case 2 -> NODES.objectNode().put("base64", oneIn(2) ? "AAEC" : textOf("base64"));
            default -> NODES.objectNode().set("json", anything(4));
        };
    }

    JsonNode number() {
        return NODES.numberNode(oneIn(4) ? random.nextLong() : NUMBERS[random.nextInt(NUMBERS.length)]);
    }

    private JsonNode text(String name) {
        return NODES.textNode(textOf(name));
    }

    /** Mostly a value that the server itself sent under that name. */
    String textOf(String name) {
        Optional<String> known = oneIn(4) ? Optional.empty() : seen.under(name, random);
        return known.orElseGet(() -> oneOf(TEXTS));
    }

    private JsonNode anything(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> number();
            case 3 -> NODES.numberNode(random.nextDouble() * 1e300);
            case 4, 5 -> text("");
            case 6 -> NODES.arrayNode().add(anything(depth - 1)).add(anything(depth - 1));
            default -> {
                var object = NODES.objectNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    String name = seen.name(random);
                    object.set(name, oneIn(2) ? text(name) : anything(depth - 1));
                }
                yield object;
            }
        };
    }

    /** Replaces or removes one member somewhere. */
    private void spoil(JsonNode value) {
        var places = new ArrayList<JsonNode>();
        collect(value, places);
        if (places.isEmpty()) {
            return;
        }
        JsonNode place = oneOf(places);
        if (place instanceof ObjectNode object) {
            var names = new ArrayList<String>();
            object.fieldNames().forEachRemaining(names::add);
            String name = oneOf(names);
            if (name.equals("max_wait_ms")) {
                return;
            }
            if (oneIn(4)) {
                object.remove(name);
            } else {
                object.set(name, anything(2));
            }
        } else if (place instanceof ArrayNode array) {
            array.set(random.nextInt(array.size()), anything(2));
        }
    }

    private static void collect(JsonNode value, List<JsonNode> places) {
        if (value.isContainerNode() && !value.isEmpty()) {
            places.add(value);
            value.forEach(member -> collect(member, places));
        }
    }

    <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    private int pick(int... values) {
        return values[random.nextInt(values.length)];
    }
}
