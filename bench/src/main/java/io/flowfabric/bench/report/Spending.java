package io.flowfabric.bench.report;

import io.flowfabric.bench.measure.ThreadRole;
import io.flowfabric.cli.console.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Where our time goes: details of results, as a table with a row for each. */
final class Spending {
    private static final String CLIENT = "client_cpu_micros_per_execution";
    private static final Map<String, String> HEADINGS = headings();

    private Spending() {}

    private static Map<String, String> headings() {
        var headings = new LinkedHashMap<String, String>();
        headings.put(CLIENT, "client");
        for (var role : ThreadRole.values()) {
            headings.put(role.detail(), role.name().toLowerCase(Locale.ROOT));
        }
        headings.put("server_cpu_micros_per_execution", "server");
        headings.put("commits_per_execution", "commits");
        headings.put("wal_bytes_per_execution", "WAL bytes");
        return headings;
    }

    /** Whether a result says what its threads spent. */
    static boolean isTold(Result result) {
        return result.detail(ThreadRole.SUBMITTERS.detail()).isPresent();
    }

    /** Whether a detail stands in the row of its result. */
    static boolean shows(Result result, String detail) {
        return isTold(result) && HEADINGS.containsKey(detail);
    }

    /** A table of results of which all are told; columns in which there is nothing are left out. */
    static Table table(List<Result> results, Function<Map<String, String>, String> work) {
        var columns = HEADINGS.keySet().stream()
                .filter(detail -> results.stream()
                        .anyMatch(result -> result.detail(detail).orElse(0) != 0))
                .toList();
        var headings = new ArrayList<>(List.of("  ", "store", "work"));
        columns.forEach(detail -> headings.add(HEADINGS.get(detail)));
        var table = Table.headed(headings.toArray(String[]::new));
        for (int column = 3; column < headings.size(); column++) {
            table.numeric(column);
        }
        for (var result : results) {
            var cells = new ArrayList<>(List.of("", result.subject().store(), work.apply(result.settings())));
            for (var detail : columns) {
                var value = result.detail(detail);
                cells.add(value.isPresent() ? Numbers.of(value.getAsDouble()) : "");
            }
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }
}
