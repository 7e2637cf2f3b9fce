package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the arguments of an operation look otherwise outside than their record: defaults, other names, and payloads whose
 * encoding stands beside them.
 */
final class ArgumentForm {
    /** What most operations have: the members of their record under their own names, all of them needed. */
    static final ArgumentForm PLAIN = new ArgumentForm();

    /** A payload that outside is two members. */
    record PayloadMembers(String bytes, Optional<String> encoding) {}

    private record Named(String outside, Look look) {}

    private final Map<String, JsonNode> defaults = new LinkedHashMap<>();
    private final Map<String, Named> names = new LinkedHashMap<>();
    private final Map<String, PayloadMembers> payloads = new LinkedHashMap<>();
    private final List<String> emptyMeansAbsent = new ArrayList<>();
    private final List<String> instructions = new ArrayList<>();
    private final Set<String> askedFor = new HashSet<>();
    private Optional<OneOrMany> list = Optional.empty();

    /** What a member is when it is left out, as JSON. */
    ArgumentForm orElse(String member, String json) {
        try {
            defaults.put(member, Trees.mapper().readTree(json));
        } catch (JsonProcessingException typo) {
            throw new IllegalArgumentException("The default of %s is no JSON: %s".formatted(member, json), typo);
        }
        return this;
    }

    /** A member of the record that has another name outside. */
    ArgumentForm named(String member, String outside) {
        return named(member, outside, Look.PLAIN);
    }

    /** A member of the record that has another look outside. */
    ArgumentForm looking(String member, Look look) {
        return named(member, member, look);
    }

    /** A member of the record that has another name and another look outside. */
    ArgumentForm named(String member, String outside, Look look) {
        names.put(member, new Named(outside, look));
        return this;
    }

    ArgumentForm payload(String member, String bytes, String encoding) {
        payloads.put(member, new PayloadMembers(bytes, Optional.of(encoding).filter(name -> !name.isEmpty())));
        return this;
    }

    /** A member whose empty text means that it was left out. */
    ArgumentForm emptyMeansAbsent(String member) {
        emptyMeansAbsent.add(member);
        return this;
    }

    /** A member that the record can do without and the operation cannot: the engine asks for it in its own words. */
    ArgumentForm askedForByTheEngine(String member) {
        askedFor.add(member);
        return this;
    }

    /** A member outside that is in no record: it says how another one is made. */
    ArgumentForm instruction(String member) {
        instructions.add(member);
        return this;
    }

    /** A member that is a list, or outside a single text. */
    ArgumentForm list(OneOrMany either) {
        list = Optional.of(either);
        return this;
    }

    /** What the record is read from. The tree is the caller's to give away. */
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
                outside.set(member, named.look().reading().read(value, outside));
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

    /** What {@link #toRecord} makes this record of. The tree is the caller's to give away. */
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

    /** The name that a member of the record has outside. */
    String outside(String member) {
        if (payloads.containsKey(member)) {
            return payloads.get(member).bytes();
        }
        return names.containsKey(member) ? names.get(member).outside() : member;
    }

    /** What a member of the record may be outside, where the record does not say it. */
    Optional<ObjectNode> schema(String member) {
        return Optional.ofNullable(names.get(member))
                .flatMap(named -> named.look().schema())
                .map(ObjectNode::deepCopy);
    }

    /** The member that is a list, or outside a single text. */
    Optional<OneOrMany> list() {
        return list;
    }

    /** The members outside that a payload of the record is made of; empty when the member is no payload. */
    Optional<PayloadMembers> payload(String member) {
        return Optional.ofNullable(payloads.get(member));
    }

    /** The members outside that are bytes. */
    List<String> bytesMembers() {
        return payloads.values().stream().map(PayloadMembers::bytes).toList();
    }

    /** Whether a member outside is bytes. */
    boolean isBytes(String outside) {
        return payloads.values().stream().anyMatch(parts -> parts.bytes().equals(outside));
    }

    /** Whether a member outside is the encoding of a payload. */
    boolean isEncoding(String outside) {
        return payloads.values().stream()
                .anyMatch(parts -> parts.encoding().filter(outside::equals).isPresent());
    }

    /** Whether the engine asks for a member that the record can do without. */
    boolean isAskedForByTheEngine(String member) {
        return askedFor.contains(member);
    }

    /** The members outside that are in no record. */
    List<String> instructions() {
        return List.copyOf(instructions);
    }

    /** What a member outside is when it is left out. */
    Optional<JsonNode> defaultOf(String outside) {
        return Optional.ofNullable(defaults.get(outside));
    }
}
