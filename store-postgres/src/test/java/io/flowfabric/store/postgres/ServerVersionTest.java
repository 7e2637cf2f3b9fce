package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The tests run on the server that the build has chosen. */
class ServerVersionTest {

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
