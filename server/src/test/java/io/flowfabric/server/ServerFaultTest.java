package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;

/** Internal errors of the server: the client is told so, and the log has the place, but no data of the client. */
class ServerFaultTest extends SqliteSuite {
    @Test
    void logOfAFaultSaysWhereItHappenedAndNothingOfThePayload() {
        var faulty = new HttpCaller(anotherOn(UnwritableClaims::new).address());
        submit("'input_payload':{'text':'4111 1111 1111 1111'}");

        try (var log = new LogWatch("io.flowfabric.server", Level.INFO)) {
            var failed = faulty.call("claim", claim(""));

            assertThat(failed.status()).isEqualTo(500);
            assertThat(failed.body().toString()).doesNotContain("4111");
            assertThat(log.everything())
                    .singleElement()
                    .asString()
                    .contains("NumberFormatException", "UnwritableClaims", "OperationEndpoint")
                    .doesNotContain("4111");
        }
    }
}
