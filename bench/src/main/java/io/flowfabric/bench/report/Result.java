package io.flowfabric.bench.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one contestant showed in one scenario on one store.
 *
 * @param settings what was set, the size of the work included
 * @param details what else was measured, by name, in the order in which it is shown
 */
public record Result(Subject subject, Figures figures, Map<String, String> settings, Map<String, Double> details) {

    /** Whom a result is about. */
    public record Subject(String scenario, String system, String store) {}

    /** Copies both maps. */
    public Result {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /** A detail, where it was measured. */
    public OptionalDouble detail(String name) {
        var value = details.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
