package io.flowfabric.bench;

import io.flowfabric.bench.scenario.ScenarioId;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --scenario}. */
final class ScenarioConverter implements ITypeConverter<ScenarioId> {
    @Override
    public ScenarioId convert(String text) {
        return Arrays.stream(ScenarioId.values())
                .filter(id -> id.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(
                        () -> new TypeConversionException("\"" + text + "\" is not a scenario; use S0 to S7 and S22."));
    }
}
