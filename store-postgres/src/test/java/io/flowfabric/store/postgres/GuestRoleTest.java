package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.postgres.transaction.SchemaName;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A role that owns nothing works with the tables that another role has made. */
class GuestRoleTest {
    private final String address = TestPostgres.freshAddress();
    private final SchemaName schema = PostgresAddress.parse(address).schema();
    private final String role = schema.value() + "_guest";

    @BeforeEach
    void grant() throws Exception {
        new PostgresStoreProvider().migrations(address).apply();
        execute(
                "CREATE ROLE " + role + " LOGIN",
                "GRANT USAGE ON SCHEMA " + schema.value() + " TO " + role,
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema.value() + " TO " + role,
                "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA " + schema.value() + " TO " + role);
    }

    @AfterEach
    void drop() throws Exception {
        execute("DROP OWNED BY " + role, "DROP ROLE " + role);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void guestSubmitsClaimsCompletesAndFollows(boolean migrate) {
        String asGuest = address.replace("postgres@", role + "@");
        try (var client =
                Client.of(new PostgresStoreProvider().open(asGuest, StoreOptions.DEFAULT.withMigrate(migrate)))) {
            var id = client.create();
            var claims = client.claim(1, Duration.ZERO);
            assertThat(claims).extracting(Claim::executionId).containsExactly(id);
            client.complete(claims.get(0));
            assertThat(client.find(id)).isPresent();
            assertThat(client.eventsAfter(0, 10))
                    .extracting(read -> read.event().family())
                    .contains(EventFamily.COMPLETION);
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Connection owner = TestPostgres.connect(address);
                Statement statement = owner.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
