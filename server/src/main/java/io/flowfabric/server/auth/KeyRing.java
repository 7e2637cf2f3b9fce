package io.flowfabric.server.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys in force. The file is looked at whenever somebody asks, which costs one question to the file system, and read
 * again when it is another than before. A file that could not be used is read again every second, changed or not: a key
 * that was taken away must not stay because reading failed once. A file that was read is read once more after two seconds,
 * because a second change in the moment of the first leaves no trace. Safe for use by any thread.
 */
final class KeyRing {
    private static final Logger LOG = LoggerFactory.getLogger(KeyRing.class);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final List<ApiKey> fixed;
    private final Optional<Path> file;
    private final LongSupplier nanos;
    private final Reader reader;
    private volatile List<ApiKey> keys;
    private volatile Seen seen;

    /** How a file of keys is read. */
    interface Reader {
        List<ApiKey> read(Path file) throws KeyFile.Broken;
    }

    /**
     * The state of the file that was read last.
     *
     * @param again when it is read again although nothing has changed, by {@link System#nanoTime}
     * @param trouble why it could not be used
     */
    private record Seen(Optional<Stamp> stamp, OptionalLong again, Optional<String> trouble) {}

    /** What tells one state of a file from another; a file that is moved into place has another key. */
    private record Stamp(
            FileTime changed, long size, @Nullable Object fileKey) {}

    KeyRing(List<ApiKey> fixed, Optional<Path> file) throws KeyFile.Broken {
        this(fixed, file, System::nanoTime, KeyFile::read);
    }

    KeyRing(List<ApiKey> fixed, Optional<Path> file, LongSupplier nanos, Reader reader) throws KeyFile.Broken {
        this.fixed = fixed;
        this.file = file;
        this.nanos = nanos;
        this.reader = reader;
        var stamp = stamp();
        this.keys = read(List.of());
        this.seen = new Seen(stamp, after(MOMENT), Optional.empty());
    }

    List<ApiKey> current() {
        if (file.isPresent() && isToBeRead(stamp())) {
            readAgain();
        }
        return keys;
    }

    private boolean isToBeRead(Optional<Stamp> now) {
        return !now.equals(seen.stamp())
                || seen.again().isPresent() && nanos.getAsLong() - seen.again().getAsLong() >= 0;
    }

    private synchronized void readAgain() {
        // Before the file is read: what changes while it is read is then noticed by the next look.
        var stamp = stamp();
        if (!isToBeRead(stamp)) {
            return;
        }
        try {
            var read = read(keys);
            if (!read.equals(keys)) {
                LOG.info("{} keys are in force, {} was read again", read.size(), file.get());
            }
            keys = read;
            seen = used(stamp);
        } catch (KeyFile.Broken broken) {
            var trouble = Optional.of(broken.getMessage());
            if (!trouble.equals(seen.trouble())) {
                LOG.error("{} cannot be used, the keys of before stay in force: {}", file.get(), broken.getMessage());
            }
            seen = new Seen(stamp, after(PAUSE), trouble);
        }
    }

    /** A state that was read twice does not hide another one any more. */
    private Seen used(Optional<Stamp> stamp) {
        boolean settled = stamp.equals(seen.stamp()) && seen.trouble().isEmpty();
        return new Seen(stamp, settled ? OptionalLong.empty() : after(MOMENT), Optional.empty());
    }

    private OptionalLong after(Duration pause) {
        return OptionalLong.of(nanos.getAsLong() + pause.toNanos());
    }

    /** The keys of the file; one that was there before, in every respect, is the same instance. */
    private List<ApiKey> read(List<ApiKey> before) throws KeyFile.Broken {
        var read = new ArrayList<>(fixed);
        if (file.isPresent()) {
            read.addAll(reader.read(file.get()));
        }
        KeyFile.tellApart(read);
        read.replaceAll(key -> {
            var same = key;
            for (ApiKey older : before) {
                same = same.as(older);
            }
            return same;
        });
        return List.copyOf(read);
    }

    /** Empty for a file that is gone, which is another than the one that was there. */
    private Optional<Stamp> stamp() {
        try {
            if (file.isEmpty()) {
                return Optional.empty();
            }
            var attributes = Files.readAttributes(file.get(), BasicFileAttributes.class);
            return Optional.of(new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey()));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
