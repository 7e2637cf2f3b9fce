package io.flowfabric.engine.rules.followup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.worker.WorkerKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FollowUpRulesTest {
    @ParameterizedTest
    @CsvSource({"1, 100", "2, 200", "10, 51200", "11, 60000", "12, 60000", "2147483647, 60000"})
    void pauseDoublesUpToAMinute(int failures, long pause) {
        assertThat(FollowUpRules.nextTryAt(failures, 7)).isEqualTo(7 + pause);
    }

    @Test
    void workerIsReadAsItWasWritten() {
        var key = new WorkerKey(new Namespace("shöp"), new WorkerInstanceId("w/1:2"));

        assertThat(FollowUpRules.worker(FollowUpRules.releaseRoutes(key))).isEqualTo(key);
    }

    @Test
    void subjectThatIsNoWorkerIsNamed() {
        var other = FollowUp.of(FollowUpKind.RELEASE_ROUTES, "odd");

        assertThatThrownBy(() -> FollowUpRules.worker(other)).hasMessageContaining("odd");
    }
}
