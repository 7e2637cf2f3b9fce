package io.flowfabric.cli.support;

import io.flowfabric.server.config.ConfigurationException;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Where the traces of a process go: where OpenTelemetry's own variables {@code OTEL_*} say, otherwise by OTLP over HTTP to
 * a collector on this machine. Closing it sends what has not been sent yet.
 */
public final class Traces implements AutoCloseable {
    /** Traces only: metrics are for Prometheus to fetch, and logs go to standard error. */
    private static final Map<String, String> USUAL = Map.of(
            "otel.service.name", "flowfabric",
            "otel.exporter.otlp.protocol", "http/protobuf",
            "otel.metrics.exporter", "none",
            "otel.logs.exporter", "none");

    private final OpenTelemetrySdk sdk;

    private Traces(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
    }

    /** @throws ConfigurationException if a variable has a value that OpenTelemetry cannot use */
    public static Traces open(Map<String, String> environment) {
        var properties = new HashMap<>(USUAL);
        environment.forEach((name, value) -> {
            if (name.startsWith("OTEL_")) {
                properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        try {
            return new Traces(AutoConfiguredOpenTelemetrySdk.builder()
                    .addPropertiesSupplier(() -> properties)
                    .disableShutdownHook()
                    .build()
                    .getOpenTelemetrySdk());
        } catch (RuntimeException unusable) { // OpenTelemetry's own exception is internal to it
            throw new ConfigurationException("FF_TRACING: %s. Correct the variable, or turn tracing off."
                    .formatted(String.valueOf(unusable.getMessage()).replaceFirst("\\.$", "")));
        }
    }

    public OpenTelemetry openTelemetry() {
        return sdk;
    }

    @Override
    public void close() {
        sdk.close();
    }
}
