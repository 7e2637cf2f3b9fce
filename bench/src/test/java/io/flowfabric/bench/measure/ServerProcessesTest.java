package io.flowfabric.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.TestStores;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessesTest {
    @Test
    @Timeout(60)
    @EnabledOnOs(OS.LINUX)
    void timeOfConnectionsCountsAlsoWhenTheyAreClosed() throws Exception {
        var processes = new ServerProcesses(TestStores.POSTGRES.directory().orElseThrow());
        long before = processes.cpuNanos().orElseThrow();
        long during = work(processes, before);

        assertThat(processes.cpuNanos().orElseThrow()).isGreaterThanOrEqualTo(during);
    }

    @Test
    void whereNoServerRunsNothingIsTold(@TempDir Path empty) {
        assertThat(new ServerProcesses(empty).cpuNanos()).isEmpty();
    }

    /** Lets the server work until it shows. */
    private static long work(ServerProcesses processes, long before) throws SQLException {
        try (var connection = TestStores.POSTGRES.connect();
                var statement = connection.createStatement()) {
            long now = before;
            while (now == before) {
                statement.execute("SELECT sum(i) FROM generate_series(1, 300000) i");
                now = processes.cpuNanos().orElseThrow();
            }
            return now;
        }
    }
}
