package io.flowfabric.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.bench.measure.Quartiles;
import io.flowfabric.bench.report.Figures.Latency;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** A report as JSON: {@code machine}, {@code date} and {@code results}; a figure that does not apply is null. */
public final class JsonReport {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final int DECIMALS = 5;

    private JsonReport() {}

    /** Writes a report to a file, which is replaced if there is one. */
    public static void write(Report report, Path file) throws IOException {
        Files.writeString(file, MAPPER.writeValueAsString(tree(report)) + "\n");
    }

    static ObjectNode tree(Report report) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.set("machine", machine(report.origin()));
        tree.put("date", report.origin().date().toString());
        var results = tree.putArray("results");
        report.results().forEach(result -> results.add(result(result)));
        return tree;
    }

    private static ObjectNode machine(Report.Origin origin) {
        var machine = JsonNodeFactory.instance.objectNode();
        machine.put("cpu", origin.machine().cpu());
        machine.put("cores", origin.machine().cores());
        machine.put("memory_mb", origin.machine().memoryMb());
        machine.put("os", origin.machine().os());
        machine.put("jvm", origin.machine().jvm());
        machine.put("file_system", origin.disk().fileSystem());
        machine.put("sync_micros", rounded(origin.disk().syncMicros()));
        var servers = machine.putArray("postgresql");
        for (var server : origin.servers()) {
            var node = servers.addObject();
            node.put("version", server.version());
            server.settings().forEach(node::put);
        }
        return machine;
    }

    private static ObjectNode result(Result result) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("scenario", result.subject().scenario());
        node.put("system", result.subject().system());
        node.put("store", result.subject().store());
        var figures = result.figures();
        put(node, "ops_per_second", figures.ops(), Quartiles::median);
        put(node, "drain_per_second", figures.drain(), Quartiles::median);
        put(node, "p50_ms", figures.latency(), Latency::p50);
        put(node, "p95_ms", figures.latency(), Latency::p95);
        put(node, "p99_ms", figures.latency(), Latency::p99);
        put(node, "spread", figures.ops(), Quartiles::spread);
        var settings = node.putObject("settings");
        result.settings().forEach(settings::put);
        var details = node.putObject("details");
        result.details().forEach((name, value) -> details.put(name, rounded(value)));
        if (!result.perSecond().isEmpty()) {
            var series = node.putArray("per_second");
            result.perSecond().forEach(value -> series.add(rounded(value)));
        }
        return node;
    }

    private static <T> void put(ObjectNode node, String name, Optional<T> figure, ToDoubleFunction<T> value) {
        figure.ifPresentOrElse(found -> node.put(name, rounded(value.applyAsDouble(found))), () -> node.putNull(name));
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value)
                .setScale(DECIMALS, RoundingMode.HALF_UP)
                .stripTrailingZeros();
    }
}
