package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.ClientMeter;
import io.flowfabric.bench.measure.ServerMeter;
import io.flowfabric.bench.measure.SqliteCommits;
import io.flowfabric.bench.measure.ThreadRole;
import io.flowfabric.bench.store.BenchStore;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.store.SqliteBenchStore;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/**
 * What an execution of one run cost, as details of its result. Belongs to one thread. A run goes: made before a system
 * has opened its store, {@link #begin} when it is prepared, {@link #during} all that is timed, {@link #settle} when the
 * store is closed.
 */
final class ExecutionCost {
    private final BenchStore benchStore;
    private final int executions;
    private final OptionalLong commitsBefore;
    private Optional<ServerMeter> server = Optional.empty();
    private Map<ThreadRole, Double> micros = Map.of();

    ExecutionCost(BenchStore benchStore, int executions) throws IOException {
        this.benchStore = benchStore;
        this.executions = executions;
        this.commitsBefore = commits();
    }

    void begin() throws SQLException {
        if (benchStore instanceof PostgresBenchStore postgres) {
            server = Optional.of(ServerMeter.start(postgres));
        }
    }

    <T> T during(Callable<T> run) throws Exception {
        var client = ClientMeter.start();
        T answer = run.call();
        micros = client.perExecution(executions);
        return answer;
    }

    /** @param ours whether FlowFabric ran: whose threads have known roles, and whose commits on SQLite are counted */
    Map<String, Double> settle(boolean ours) throws SQLException, IOException {
        var details = new LinkedHashMap<String, Double>();
        if (server.isPresent()) {
            var cost = server.get().perExecution(executions);
            details.put("wal_bytes_per_execution", cost.walBytes());
            details.put("commits_per_execution", cost.commits());
            cost.serverMicros().ifPresent(spent -> details.put("server_cpu_micros_per_execution", spent));
        }
        var commits = commits();
        if (ours && commits.isPresent()) {
            details.put("commits_per_execution", (commits.getAsLong() - commitsBefore.orElse(0)) / (double) executions);
        }
        details.put(
                "client_cpu_micros_per_execution",
                micros.values().stream().mapToDouble(Double::doubleValue).sum());
        if (ours) {
            micros.forEach((role, spent) -> details.put(role.detail(), spent));
        }
        return details;
    }

    private OptionalLong commits() throws IOException {
        return benchStore instanceof SqliteBenchStore sqlite ? SqliteCommits.of(sqlite) : OptionalLong.empty();
    }
}
