package io.flowfabric.model.error.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TransportKindTest {

    @Test
    void theEightLiteralsAreAsPublished() {
        assertThat(Arrays.stream(TransportKind.values()).map(TransportKind::literal))
                .containsExactly(
                        "transport",
                        "timeout",
                        "cluster",
                        "busy_loading",
                        "protocol",
                        "auth",
                        "script_not_loaded",
                        "other");
    }

    @Test
    void exactlyTheFirstFourAreRetryable() {
        assertThat(Arrays.stream(TransportKind.values()).filter(TransportKind::isRetryable))
                .containsExactly(
                        TransportKind.TRANSPORT,
                        TransportKind.TIMEOUT,
                        TransportKind.CLUSTER,
                        TransportKind.BUSY_LOADING);
    }
}
