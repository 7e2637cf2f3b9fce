package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the public JSON of an operation's arguments differs from their record: defaults, other names, and payloads
 * whose encoding is a member of its own.
 */
final class ArgumentForm {
    /** A payload that is two members in the JSON. */
    record PayloadMembers(String bytes, Optional<String> encoding) {}

    private record Named(String outside, MemberFormat format) {}

    private final Map<String, JsonNode> defaults = new LinkedHashMap<>();
    private final Map<String, Named> names = new LinkedHashMap<>();
    private final Map<String, PayloadMembers> payloads = new LinkedHashMap<>();
    private final List<String> emptyMeansAbsent = new ArrayList<>();
    private final List<String> instructions = new ArrayList<>();
    private final Set<String> askedFor = new HashSet<>();
    private final Set<String> bytes = new HashSet<>();
    private final Set<String> encodings = new HashSet<>();
    private Optional<OneOrMany> list = Optional.empty();

    /** The default of an omitted member, as JSON. */
    void orElse(String member, String json) {
        try {
            defaults.put(member, Trees.mapper().readTree(json));
        } catch (JsonProcessingException typo) {
            throw new IllegalArgumentException("The default of %s is not JSON: %s".formatted(member, json), typo);
        }
    }

    /** A member of the record that has another name and another format in the JSON. */
    void named(String member, String outside, MemberFormat format) {
        // A plain member with its own name is copied unchanged.
        if (!member.equals(outside) || format != MemberFormat.PLAIN) {
            names.put(member, new Named(outside, format));
        }
    }

    void payload(String member, String outside, String encoding) {
        var parts = new PayloadMembers(outside, Optional.of(encoding).filter(name -> !name.isEmpty()));
        payloads.put(member, parts);
        bytes.add(outside);
        parts.encoding().ifPresent(encodings::add);
    }

    /** A member whose empty text counts as omitted. */
    void emptyMeansAbsent(String member) {
        emptyMeansAbsent.add(member);
    }

    /**
     * A member that is optional in the record and required by the engine, which refuses its absence with its own error.
     */
    void askedForByTheEngine(String member) {
        askedFor.add(member);
    }

    /** A member of the JSON that is not in the record: it says how another member is made. */
    void instruction(String member) {
        instructions.add(member);
    }

    /** A member that is a list, or a single text in the JSON. */
    void list(OneOrMany either) {
        list = Optional.of(either);
    }

    /** Turns public JSON into that of the record. May change the tree. */
    ObjectNode toRecord(ObjectNode outside) {
        // null means absent.
        outside.properties().removeIf(member -> member.getValue().isNull());
        emptyMeansAbsent.forEach(member -> {
            JsonNode value = outside.path(member);
            if (value.isTextual() && value.textValue().isEmpty()) {
                outside.remove(member);
            }
        });
        defaults.forEach((member, value) -> {
            if (!outside.has(member)) {
                outside.set(member, value);
            }
        });
        list.ifPresent(either -> either.read(outside));
        names.forEach((member, named) -> {
            JsonNode value = outside.remove(named.outside());
            if (value != null) {
                outside.set(member, named.format().reading().read(value, outside));
            }
        });
        payloads.forEach((member, parts) -> {
            JsonNode bytes = outside.remove(parts.bytes());
            if (bytes != null) {
                ObjectNode payload = outside.putObject(member);
                payload.set("bytes", bytes);
                parts.encoding()
                        .flatMap(name -> Optional.ofNullable(outside.remove(name)))
                        .ifPresent(encoding -> payload.set("encoding", encoding));
            }
        });
        return outside;
    }

    /** Turns the JSON of the record into public JSON, the inverse of {@link #toRecord}. May change the tree. */
    ObjectNode toOutside(ObjectNode record) {
        payloads.forEach((member, parts) -> {
            if (record.remove(member) instanceof ObjectNode payload) {
                record.set(parts.bytes(), payload.get("bytes"));
                parts.encoding()
                        .filter(name -> payload.has("encoding"))
                        .ifPresent(name -> record.set(name, payload.get("encoding")));
            }
        });
        names.forEach((member, named) -> {
            JsonNode value = record.remove(member);
            if (value != null) {
                record.set(named.outside(), value);
            }
        });
        list.ifPresent(either -> either.write(record));
        return record;
    }

    /** The public name of a member of the record. */
    String outside(String member) {
        if (payloads.containsKey(member)) {
            return payloads.get(member).bytes();
        }
        return names.containsKey(member) ? names.get(member).outside() : member;
    }

    /** The schema of a member, where it differs from the record. */
    Optional<ObjectNode> schema(String member) {
        return Optional.ofNullable(names.get(member))
                .flatMap(named -> named.format().schema())
                .map(ObjectNode::deepCopy);
    }

    /** The member that is a list, or a single text in the JSON. */
    Optional<OneOrMany> list() {
        return list;
    }

    /** The members of the JSON that form a payload of the record; empty when the member is not a payload. */
    Optional<PayloadMembers> payload(String member) {
        return Optional.ofNullable(payloads.get(member));
    }

    /** The members of the JSON that are bytes. */
    List<String> bytesMembers() {
        return payloads.values().stream().map(PayloadMembers::bytes).toList();
    }

    /** Whether a member of the JSON is bytes. */
    boolean isBytes(String outside) {
        return bytes.contains(outside);
    }

    /** Whether a member of the JSON is the encoding of a payload. */
    boolean isEncoding(String outside) {
        return encodings.contains(outside);
    }

    /** Whether the engine requires a member that is optional in the record. */
    boolean isAskedForByTheEngine(String member) {
        return askedFor.contains(member);
    }

    /** The members of the JSON that are not in the record. */
    List<String> instructions() {
        return Collections.unmodifiableList(instructions);
    }

    /** The default of an omitted member of the JSON. */
    Optional<JsonNode> defaultOf(String outside) {
        return Optional.ofNullable(defaults.get(outside));
    }
}
