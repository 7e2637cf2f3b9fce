package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** 02 §15 — how long an ended execution is kept. */
class RetentionRulesTest {
    @Test
    void anEndedExecutionIsForgottenWhenItsTimeIsOverAndNotBefore() {
        var ended = eligible().leasedBy("w1").completed();
        long end = ended.execution().timing().completedAt().orElseThrow();

        var early = RetentionRules.purge(ended.loaded(), 1_000, end + 999);
        assertThat(result(early)).isFalse();
        changesNothing(early);

        var due = RetentionRules.purge(ended.loaded(), 1_000, end + 1_000);
        assertThat(result(due)).isTrue();
        assertThat(due.changes()).containsExactly(new Change.Purged(ended.execution()));
    }

    @Test
    void whatHasNotEndedIsKeptHoweverOld() {
        var leased = eligible().leasedBy("w1");

        assertThat(result(RetentionRules.purge(leased.loaded(), 0, Long.MAX_VALUE)))
                .isFalse();
    }

    @Test
    void aNegativeTimeAndAnEmptyBatchAreRefused() {
        assertThat(RetentionRules.checkArguments(0, 1)).isEmpty();
        assertThat(RetentionRules.checkArguments(-1, 1).orElseThrow().detail()).isEqualTo("retention_ms: -1");
        assertThat(RetentionRules.checkArguments(0, 0).orElseThrow().detail()).isEqualTo("batch_size: 0");
    }
}
