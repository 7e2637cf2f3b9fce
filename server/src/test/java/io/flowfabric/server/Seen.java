package io.flowfabric.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.random.RandomGenerator;

/** The ids, handles and cursors that a server has sent so far, by name. Safe for use by any thread. */
final class Seen {
    private static final int KEPT = 40;

    private final Map<String, ConcurrentLinkedDeque<String>> texts = new ConcurrentHashMap<>();
    private final Map<String, Boolean> leased = new ConcurrentHashMap<>();

    /** Records the values in an answer. */
    void remember(JsonNode answer) {
        if (answer.has("lease_epoch") && answer.has("execution_id")) {
            leased.put(answer.get("execution_id").asText(), true);
        }
        answer.properties().forEach(member -> {
            if (member.getValue().isTextual()) {
                var known = texts.computeIfAbsent(member.getKey(), name -> new ConcurrentLinkedDeque<>());
                known.addFirst(member.getValue().textValue());
                if (known.size() > KEPT) {
                    known.pollLast();
                }
            }
        });
        answer.forEach(this::remember);
    }

    /** Records a name that is known to the server. */
    void name(String name) {
        texts.computeIfAbsent(name, any -> new ConcurrentLinkedDeque<>());
    }

    Optional<String> under(String name, RandomGenerator random) {
        var known = List.copyOf(texts.getOrDefault(name, new ConcurrentLinkedDeque<>()));
        return known.isEmpty() ? Optional.empty() : Optional.of(known.get(random.nextInt(known.size())));
    }

    String name(RandomGenerator random) {
        var names = List.copyOf(texts.keySet());
        return names.isEmpty() ? "a" : names.get(random.nextInt(names.size()));
    }

    /** Records that a client was told that it has an execution. */
    void leased(String executionId) {
        leased.put(executionId, true);
    }

    /** Whether a client was told that it has the execution. */
    boolean wasLeased(String executionId) {
        return leased.containsKey(executionId);
    }
}
