package io.flowfabric.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.measure.ThreadRole;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextReportTest {
    private final StringWriter out = new StringWriter();
    private final TextReport report = new TextReport(new PrintWriter(out, true), Terminal.PLAIN);

    @Test
    void ourTimeIsATableAndNotRepeatedAmongTheDetails() {
        var details = new LinkedHashMap<String, Double>();
        details.put("submit_per_second", 4000.0);
        details.put("client_cpu_micros_per_execution", 42.5);
        for (var role : ThreadRole.values()) {
            details.put(role.detail(), 0.0);
        }
        details.put(ThreadRole.WRITERS.detail(), 31.5);
        details.put("commits_per_execution", 0.0125);

        report.results("S1", List.of(with("flowfabric", details)));

        assertThat(out.toString().lines().map(String::strip))
                .contains("flowfabric: submit per second 4,000")
                .anyMatch(line -> line.startsWith("where our time goes, in µs of processor time per execution"))
                .containsSubsequence(
                        "store       work           client  writers  commits",
                        "postgresql  50000 × 256 B    42.5     31.5   0.0125");
    }

    @Test
    void othersKeepTheirDetailsInOneLine() {
        report.results("S1", List.of(with("sql", Map.of("client_cpu_micros_per_execution", 42.5))));

        assertThat(out.toString())
                .contains("sql: client cpu micros per execution 42.5")
                .doesNotContain("where our time goes");
    }

    private static Result with(String system, Map<String, Double> details) {
        var rate = Samples.rate("S1", system, "postgresql", 1000);
        return new Result(rate.subject(), rate.figures(), rate.settings(), details);
    }
}
