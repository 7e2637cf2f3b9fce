package io.flowfabric.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {
    @ParameterizedTest
    @CsvSource({
        "postgresql://bob:secret@db/app, postgresql://***@db/app",
        "postgresql://bob:sec@ret@db/app, postgresql://***@db/app",
        "postgresql://bob:sec/ret@db/app, postgresql://***@db/app",
        "postgresql://db/app?Password=secret&schema=x, postgresql://db/app?Password=***&schema=x",
        "sqlite:/var/app.db, sqlite:/var/app.db",
        "https://host:9090, https://host:9090"
    })
    void passwordIsHiddenAndTheRestIsShown(String address, String shown) {
        assertThat(Addresses.withoutSecrets(address)).isEqualTo(shown);
    }
}
