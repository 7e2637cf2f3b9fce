package io.flowfabric.store.postgres.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.testkit.Client;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"order", "user", "a12345678901234567890123456789012345678901234567890123"})
    void everyNameThatIsAcceptedCanBeUsed(String schema) {
        String address = TestPostgres.freshAddress().replaceFirst("schema=.*", "schema=" + schema);
        try (var client = Client.of(TestPostgres.open(address))) {
            assertThat(client.find(client.create())).isPresent();
        }
    }
}
