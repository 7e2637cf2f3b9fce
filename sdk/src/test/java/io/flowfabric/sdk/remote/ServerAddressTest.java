package io.flowfabric.sdk.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerAddressTest {
    @Test
    void slashesAtTheEndCountForNothing() {
        for (String address : new String[] {"https://host:1", "https://host:1/", "https://host:1//"}) {
            assertThat(ServerAddress.parse(address).of("ping")).hasToString("https://host:1/v1/ops/ping");
        }
        assertThat(ServerAddress.parse("https://host/below/").of("ping")).hasToString("https://host/below/v1/ops/ping");
    }
}
