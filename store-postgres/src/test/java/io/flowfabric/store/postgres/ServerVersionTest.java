package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The tests run on the server that the build has chosen. */
class ServerVersionTest {

    /** What is seen here is then what a server shows as it was installed. */
    @Test
    @DisabledIfEnvironmentVariable(named = "FF_TEST_PG_URL", matches = ".+", disabledReason = "another was chosen")
    void serverPlansByItsOwnDefaults() throws Exception {
        try (var connection = TestPostgres.connect(TestPostgres.freshAddress());
                var statement = connection.createStatement();
                var changed = statement.executeQuery("SELECT name FROM pg_settings"
                        + " WHERE category LIKE 'Query Tuning%' AND setting IS DISTINCT FROM boot_val")) {
            assertThat(changed.next()).isFalse();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "ff.test.server", matches = ".+")
    @DisabledIfEnvironmentVariable(named = "FF_TEST_PG_URL", matches = ".+", disabledReason = "another was chosen")
    void serverIsTheChosenOne() throws Exception {
        String major = System.getProperty("ff.test.server").split("\\.")[0];
        try (var connection = TestPostgres.connect(TestPostgres.freshAddress())) {
            assertThat(connection.getMetaData().getDatabaseMajorVersion()).hasToString(major);
        }
    }
}
