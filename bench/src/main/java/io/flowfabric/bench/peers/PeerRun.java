package io.flowfabric.bench.peers;

import io.flowfabric.bench.system.PacedRun;
import io.flowfabric.bench.system.RunRate;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One run of a peer: submits in chunks, and asks the database what is done. */
final class PeerRun implements PacedRun {
    private static final int CHUNK = 1000;
    private static final Duration WITHOUT_LIMIT = Duration.ofDays(365);

    private final String name;
    private final PeerStore peerStore;
    private final Peer.Preparation preparation;
    private long submitted;
    private Optional<RunRate> measured = Optional.empty();
    private @Nullable Peer peer;

    PeerRun(String name, PeerStore peerStore, Peer.Preparation preparation) {
        this.name = name;
        this.peerStore = peerStore;
        this.preparation = preparation;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, String> settings() {
        var settings = new LinkedHashMap<>(prepared().settings());
        measured.ifPresent(pace -> settings.put("measured", describe(pace)));
        return settings;
    }

    @Override
    public void prepare() throws Exception {
        peer = preparation.prepare(peerStore);
    }

    @Override
    public void submit(int count, byte[] payload) throws Exception {
        submit(count, payload, WITHOUT_LIMIT);
    }

    @Override
    public int submit(int count, byte[] payload, Duration limit) throws Exception {
        String text = letters(payload);
        long begin = System.nanoTime();
        int stored = 0;
        while (stored < count && (stored == 0 || System.nanoTime() - begin < limit.toNanos())) {
            int chunk = Math.min(count - stored, CHUNK);
            prepared().submit(chunk, text);
            stored += chunk;
        }
        submitted += stored;
        return stored;
    }

    @Override
    public void drain() throws Exception {
        drain(WITHOUT_LIMIT);
    }

    @Override
    public RunRate drain(Duration window) throws Exception {
        try (var connection = peerStore.database().connect();
                var unfinished = connection.prepareStatement(prepared().unfinished())) {
            var watch = new DrainWatch(System.nanoTime(), submitted, window);
            prepared().start();
            while (measured.isEmpty()) {
                LockSupport.parkNanos(watch.pause().toNanos());
                long left = count(unfinished);
                measured = watch.see(System.nanoTime(), left);
            }
            return measured.get();
        }
    }

    @Override
    public void close() {
        if (peer != null) {
            peer.close();
        }
    }

    private String describe(RunRate pace) {
        String what = switch (pace.extent()) {
            case ALL -> "all";
            case STEADY -> "a steady window";
            case UNSTEADY -> "the last window, not steady";
        };
        double seconds = pace.time().toMillis() / 1e3;
        return String.format(Locale.ROOT, "%s: %d of %d in %.1f s", what, pace.executions(), submitted, seconds);
    }

    /** A text of the same length that is as long in JSON, and that can be compressed as well or as badly. */
    private static String letters(byte[] payload) {
        var text = new StringBuilder(payload.length);
        for (byte each : payload) {
            text.append((char) ('a' + (each & 0xff) % 26));
        }
        return text.toString();
    }

    private static long count(PreparedStatement query) throws SQLException {
        try (var rows = query.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private Peer prepared() {
        if (peer == null) {
            throw new IllegalStateException("prepare() comes first");
        }
        return peer;
    }
}
