package io.flowfabric.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonReportTest {
    @TempDir
    Path directory;

    @Test
    void rateHasEveryFieldAndNullsWhereNothingWasWaitedFor() throws IOException {
        var file = directory.resolve("result.json");
        JsonReport.write(Samples.report(List.of(Samples.rate("S1", "flowfabric", "postgresql", 100, 200, 300))), file);

        var report = new ObjectMapper().readTree(file.toFile());
        assertThat(report.fieldNames()).toIterable().containsExactly("machine", "date", "results");
        assertThat(report.at("/date").asText()).isEqualTo("2030-01-31T12:00:00Z");
        assertThat(report.at("/machine/cores").asInt()).isEqualTo(2);
        assertThat(report.at("/machine/sync_micros").asDouble()).isEqualTo(140.5);
        assertThat(report.at("/machine/postgresql/0/fsync").asText()).isEqualTo("on");
        var result = report.at("/results/0");
        assertThat(result.fieldNames())
                .toIterable()
                .containsExactly(
                        "scenario",
                        "system",
                        "store",
                        "ops_per_second",
                        "drain_per_second",
                        "p50_ms",
                        "p95_ms",
                        "p99_ms",
                        "spread",
                        "settings",
                        "details");
        assertThat(result.at("/scenario").asText()).isEqualTo("S1");
        assertThat(result.at("/system").asText()).isEqualTo("flowfabric");
        assertThat(result.at("/store").asText()).isEqualTo("postgresql");
        assertThat(result.at("/ops_per_second").asDouble()).isEqualTo(200);
        assertThat(result.at("/spread").asDouble()).isEqualTo(0.5);
        assertThat(result.at("/p50_ms").isNull()).isTrue();
        assertThat(result.at("/settings/executions").asText()).isEqualTo("50000");
    }

    @Test
    void waitHasNullsWhereNothingWasCounted() {
        var result = JsonReport.tree(Samples.report(List.of(Samples.waits("S2", "sqlite", 2, 9))))
                .at("/results/0");

        assertThat(result.at("/ops_per_second").isNull()).isTrue();
        assertThat(result.at("/drain_per_second").isNull()).isTrue();
        assertThat(result.at("/spread").isNull()).isTrue();
        assertThat(result.at("/p50_ms").asDouble()).isEqualTo(2);
        assertThat(result.at("/p99_ms").asDouble()).isEqualTo(9);
    }

    @Test
    void seriesIsKept() {
        var stream = new Result(
                new Result.Subject("S7", "flowfabric", "sqlite"),
                Samples.waits("S7", "sqlite", 1, 1).figures(),
                Map.of(),
                Map.of("last_to_first", 0.91),
                List.of(10.0, 20.0));

        var result = JsonReport.tree(Samples.report(List.of(stream))).at("/results/0");
        assertThat(result.at("/per_second/1").asDouble()).isEqualTo(20);
        assertThat(result.at("/details/last_to_first").asDouble()).isEqualTo(0.91);
    }
}
