package io.flowfabric.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.profile.Frame;
import io.flowfabric.bench.profile.Origin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameLabelTest {
    @ParameterizedTest
    @CsvSource({
        "100, writer.WriteSession.commit",
        "26, writer.WriteSession.commit",
        "25, WriteSession.commit",
        "18, commit",
        "5, comm…",
        "3, co…",
        "2, ''",
    })
    void methodIsWhatRemainsOfALongName(int letters, String label) {
        var frame = new Frame("io.flowfabric.store.sqlite.writer.WriteSession.commit", Origin.STORE);

        assertThat(FrameLabel.of(frame, letters)).isEqualTo(label);
    }

    @ParameterizedTest
    @CsvSource({"24, flowfabric-sqlite-writer", "20, sqlite-writer", "10, writer", "4, wri…"})
    void purposeIsWhatRemainsOfAThread(int letters, String label) {
        assertThat(FrameLabel.of(new Frame("flowfabric-sqlite-writer", Origin.THREAD), letters))
                .isEqualTo(label);
    }
}
