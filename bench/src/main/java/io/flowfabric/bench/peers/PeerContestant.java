package io.flowfabric.bench.peers;

import io.flowfabric.bench.contestant.Pace;
import io.flowfabric.bench.contestant.PacedContestant;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One run of a peer: submits in chunks, and asks the database what is done. */
final class PeerContestant implements PacedContestant {
    private static final int CHUNK = 1000;
    private static final Duration UNTIL_ALL_IS_DONE = Duration.ofDays(365);

    private final String name;
    private final PeerPlace place;
    private final Peer.Preparation preparation;
    private long submitted;
    private @Nullable Peer peer;

    PeerContestant(String name, PeerPlace place, Peer.Preparation preparation) {
        this.name = name;
        this.place = place;
        this.preparation = preparation;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, String> settings() {
        return prepared().settings();
    }

    @Override
    public void prepare() throws Exception {
        peer = preparation.prepare(place);
    }

    @Override
    public void submit(int count, byte[] payload) throws Exception {
        String text = letters(payload);
        for (int left = count; left > 0; left -= CHUNK) {
            prepared().submit(Math.min(left, CHUNK), text);
        }
        submitted += count;
    }

    @Override
    public void drain() throws Exception {
        drain(UNTIL_ALL_IS_DONE);
    }

    @Override
    public Pace drain(Duration window) throws Exception {
        try (var connection = place.database().connect();
                var unfinished = connection.prepareStatement(prepared().unfinished())) {
            var watch = new DrainWatch(System.nanoTime(), submitted, window);
            prepared().start();
            Optional<Pace> pace = Optional.empty();
            while (pace.isEmpty()) {
                LockSupport.parkNanos(watch.pause().toNanos());
                long left = count(unfinished);
                pace = watch.see(System.nanoTime(), left);
            }
            return pace.get();
        }
    }

    @Override
    public void close() {
        if (peer != null) {
            peer.close();
        }
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
