package io.flowfabric.bench.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one system showed in one scenario on one store.
 *
 * @param settings what was set, the size of the work included
 * @param details what else was measured, by name, in the order in which it is shown
 * @param perSecond executions in every second of a run that goes by time; empty for others
 */
public record Result(
        Subject subject,
        Figures figures,
        Map<String, String> settings,
        Map<String, Double> details,
        List<Double> perSecond) {

    /** What a result is about. */
    public record Subject(String scenario, String system, String store) {}

    /** Copies what it is given. */
    public Result {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
        perSecond = List.copyOf(perSecond);
    }

    /** Of runs that do not go by time. */
    public Result(Subject subject, Figures figures, Map<String, String> settings, Map<String, Double> details) {
        this(subject, figures, settings, details, List.of());
    }

    /** A detail, where it was measured. */
    public OptionalDouble detail(String name) {
        var value = details.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
