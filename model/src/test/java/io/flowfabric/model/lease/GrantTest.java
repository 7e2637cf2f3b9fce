package io.flowfabric.model.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantTest {

    @ParameterizedTest
    @CsvSource({
        "CLAIM, 99, false",
        "CLAIM, 100, false",
        "CLAIM, 101, true",
        "RECLAIM, 99, false",
        "RECLAIM, 100, true",
        "RECLAIM, 101, true",
    })
    void aClaimGrantIsGoodAtItsLastMomentAndAReclaimGrantIsNot(GrantKind kind, long now, boolean expired) {
        var grant = new Grant(
                "g-1",
                new ExecutionId(0, new UUID(0, 1)),
                kind,
                new WorkerId("w1"),
                new WorkerInstanceId("w1-a"),
                40,
                100);

        assertThat(grant.isExpiredAt(now)).isEqualTo(expired);
    }
}
