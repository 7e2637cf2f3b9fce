package io.flowfabric.server.auth;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandlePayload;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.BatchItem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Replaces foreign execution ids by random unknown ones before a call, and puts the originals back into the answer. An
 * operation thus answers a foreign id exactly as an unknown one.
 */
final class IdMasking {
    private final Map<ExecutionId, ExecutionId> byOriginal = new LinkedHashMap<>();

    private IdMasking() {}

    /** The masking for the executions named in arguments, by id or by handle. */
    static IdMasking in(Object arguments, Predicate<ExecutionId> own) {
        var masking = new IdMasking();
        RecordRewriter.change(arguments, (type, part) -> {
            if (part instanceof ExecutionId id) {
                masking.add(id, own);
            } else if (part instanceof Handle handle) {
                masking.add(HandleCodec.decode(handle.bytes()).payload().executionId(), own);
            }
            return part;
        });
        return masking;
    }

    private void add(ExecutionId id, Predicate<ExecutionId> own) {
        if (!byOriginal.containsKey(id) && !own.test(id)) {
            byOriginal.put(id, new ExecutionId(id.partition(), UUID.randomUUID()));
        }
    }

    boolean isEmpty() {
        return byOriginal.isEmpty();
    }

    /** Arguments with the masked ids. */
    <A> A mask(A arguments) {
        return isEmpty()
                ? arguments
                : RecordRewriter.change(arguments, (type, part) -> {
                    if (part instanceof ExecutionId id) {
                        return byOriginal.getOrDefault(id, id);
                    }
                    return part instanceof Handle handle ? mask(handle) : part;
                });
    }

    private Handle mask(Handle handle) {
        var decoded = HandleCodec.decode(handle.bytes());
        var says = decoded.payload();
        var replacement = byOriginal.get(says.executionId());
        if (replacement == null) {
            return handle;
        }
        var masked = new HandlePayload(
                replacement,
                says.attemptIndex(),
                says.attemptId(),
                says.leaseId(),
                says.leaseEpoch(),
                says.leaseTtlMs(),
                says.laneId(),
                says.workerInstanceId());
        return new Handle(handle.backend(), handle.kind(), HandleCodec.encode(decoded.backend(), masked));
    }

    /** An answer with the original ids. */
    <R> R unmask(R answer) {
        return isEmpty()
                ? answer
                : RecordRewriter.change(answer, (type, part) -> {
                    if (part instanceof BatchItem.Refused<?> refused) {
                        return new BatchItem.Refused<>(unmask(refused.error()));
                    }
                    if (part instanceof ExecutionId id) {
                        return original(id);
                    }
                    return part instanceof String text ? unmask(text) : part;
                });
    }

    EngineException unmask(EngineException refused) {
        var error = unmask(refused.error());
        return error.equals(refused.error()) ? refused : error.toException();
    }

    private EngineError unmask(EngineError error) {
        var details = new LinkedHashMap<String, String>();
        error.details().forEach((name, value) -> details.put(name, unmask(value)));
        return new EngineError(error.code(), unmask(error.detail()), details, unmask(error.explanation()));
    }

    private String unmask(String text) {
        String unmasked = text;
        for (var pair : byOriginal.entrySet()) {
            unmasked =
                    unmasked.replace(pair.getValue().toString(), pair.getKey().toString());
        }
        return unmasked;
    }

    private ExecutionId original(ExecutionId id) {
        return byOriginal.entrySet().stream()
                .filter(pair -> pair.getValue().equals(id))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(id);
    }
}
