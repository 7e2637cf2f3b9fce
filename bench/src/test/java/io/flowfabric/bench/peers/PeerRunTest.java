package io.flowfabric.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.store.PostgresHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerRunTest {
    private final List<Integer> chunks = new ArrayList<>();
    private final List<String> payloads = new ArrayList<>();

    @Test
    void workIsSubmittedInChunksOfAThousand() throws Exception {
        submit(2_500, new byte[] {1});

        assertThat(chunks).containsExactly(1_000, 1_000, 500);
    }

    @Test
    void submissionEndsWithTheChunkInWhichTheLimitPasses() throws Exception {
        try (var contestant = recorder()) {
            contestant.prepare();

            assertThat(contestant.submit(2_500, new byte[] {1}, Duration.ZERO)).isEqualTo(1_000);
        }
        assertThat(chunks).containsExactly(1_000);
    }

    @Test
    void payloadIsAsLongInJsonAsItIsInBytes() throws Exception {
        var everyByte = new byte[256];
        for (int i = 0; i < everyByte.length; i++) {
            everyByte[i] = (byte) i;
        }
        submit(1, everyByte);

        assertThat(payloads).singleElement().asString().matches("[a-z]{256}");
    }

    private void submit(int count, byte[] payload) throws Exception {
        try (var contestant = recorder()) {
            contestant.prepare();
            contestant.submit(count, payload);
        }
    }

    private PeerRun recorder() {
        var nowhere = new PostgresBenchStore(new PostgresHost("postgresql://nobody@localhost/nothing"), "nothing");
        return new PeerRun("recorder", new PeerStore(nowhere, 1), benchStore -> new Recorder());
    }

    private final class Recorder implements Peer {
        @Override
        public Map<String, String> settings() {
            return Map.of();
        }

        @Override
        public void submit(int count, String payload) {
            chunks.add(count);
            payloads.add(payload);
        }

        @Override
        public void start() {}

        @Override
        public String unfinished() {
            return "SELECT 0";
        }

        @Override
        public void close() {}
    }
}
