package io.flowfabric.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class PostgresServerTest {
    @TempDir
    Path chosen;

    @Test
    void durableServerWritesThroughToTheDisk() throws SQLException {
        try (var server = PostgresServer.start(ServerOptions.DURABLE.with("max_connections", "17"));
                var connection = connect(server)) {
            assertThat(setting(connection, "fsync")).isEqualTo("on");
            assertThat(setting(connection, "synchronous_commit")).isEqualTo("on");
            assertThat(setting(connection, "full_page_writes")).isEqualTo("on");
            assertThat(setting(connection, "max_connections")).isEqualTo("17");
        }
    }

    @Test
    void stockServerDiffersFromAnyOtherOnlyInItsPortAndTimeZone() throws SQLException {
        try (var server = PostgresServer.start(ServerOptions.STOCK);
                var connection = connect(server);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        select name from pg_settings
                        where source = 'command line' and setting is distinct from boot_val order by name""")) {
            var names = new ArrayList<String>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            assertThat(names).isSubsetOf("TimeZone", "port");
        }
    }

    @Test
    void releaseThatIsNotIncludedIsUnavailable() {
        assertThatThrownBy(() -> PostgresServer.start(ServerOptions.FAST.programsIn("no-such-folder")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("no PostgreSQL is included for");
    }

    @Test
    void closedServerLeavesNothing() throws SQLException {
        var server = PostgresServer.start(ServerOptions.FAST);
        int port = server.port();
        try (var connection = connect(server)) {
            assertThat(setting(connection, "fsync")).isEqualTo("off");
        }
        assertThat(server.directory()).isNotEmptyDirectory();

        server.close();
        server.close();

        assertThat(server.directory()).doesNotExist();
        assertThatNoServerListens(port);
    }

    @Test
    void chosenDirectoryOutlivesTheServer() throws SQLException {
        var options = ServerOptions.FAST.in(chosen.resolve("data"));
        int port;
        try (var server = PostgresServer.start(options);
                var connection = connect(server);
                var statement = connection.createStatement()) {
            port = server.port();
            statement.execute("create table kept as select 42 as answer");
        }

        try (var again = PostgresServer.start(options.onPort(port));
                var connection = connect(again);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select answer from kept")) {
            assertThat(again.port()).isEqualTo(port);
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(42);
        }
    }

    @Test
    void terminatedProcessLeavesNothing() throws Exception {
        var process = ChildJvm.start();
        var output = process.inputReader();
        var directory = Path.of(output.readLine());
        int port = Integer.parseInt(output.readLine());
        assertThat(directory).exists();

        process.toHandle().destroy();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(directory).doesNotExist();
        assertThatNoServerListens(port);
    }

    @Test
    void platformWithoutAServerIsNamed() throws Exception {
        var process = ChildJvm.start("-Dos.arch=ppc");

        assertThat(process.inputReader().readLine())
                .contains("unavailable", "no PostgreSQL is included", "ppc", "Start a server yourself");
    }

    private static Connection connect(PostgresServer server) throws SQLException {
        return DriverManager.getConnection("jdbc:" + server.address().replace("postgres@", "") + "?user=postgres");
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("show " + name)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void assertThatNoServerListens(int port) {
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
    }
}
