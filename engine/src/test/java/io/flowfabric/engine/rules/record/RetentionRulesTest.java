package io.flowfabric.engine.rules.record;

import static io.flowfabric.engine.rules.Given.eligible;
import static io.flowfabric.engine.rules.Told.changesNothing;
import static io.flowfabric.engine.rules.Told.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.tag.Tags;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({
        "0, 3600000",
        "1000, 3601000",
        "3600000, 7200000",
        "86400000, 172800000",
        "4611686018427387903, 4611686018427387903",
    })
    void eventsAreKeptAsLongAgainAsTheirExecutionsAndAnHourAtLeast(long retention, long outlived) {
        assertThat(RetentionRules.outlivedAfter(retention)).isEqualTo(outlived);
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

    @ParameterizedTest
    @CsvSource({
        "'', '', true",
        "tests, '', true",
        "others, '', false",
        "'', red, true",
        "'', blue, false",
        "tests, red, true",
        "others, red, false",
    })
    void aFilterConcernsWhatItMatches(String namespace, String colour, boolean concerned) {
        var filter = new ScannerFilter(
                Optional.of(namespace).filter(name -> !name.isEmpty()).map(Namespace::new),
                Optional.of(colour)
                        .filter(value -> !value.isEmpty())
                        .map(value -> new InstanceTag("shop.colour", value)));

        assertThat(RetentionRules.concerns(
                        filter, eligible().execution(), Tags.of(Map.of("shop.colour", "red", "shop.size", "blue"))))
                .isEqualTo(concerned);
    }
}
