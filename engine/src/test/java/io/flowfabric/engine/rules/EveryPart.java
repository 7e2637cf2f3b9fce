package io.flowfabric.engine.rules;

import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.op.operator.BlockOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Arguments with a part of every kind; {@code note}, {@code caption}, {@code lines} and {@code labels} have no limit. */
public record EveryPart(
        String note,
        int percent,
        long maxWaitMs,
        int priority,
        OptionalInt partition,
        OptionalLong turn,
        Optional<String> caption,
        List<String> lines,
        List<String> fields,
        Map<String, String> labels,
        Map<String, String> tags,
        CancelSource source,
        BlockOutcome outcome) {}
