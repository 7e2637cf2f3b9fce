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
 * The keys in force. Every access checks the attributes of the file, at the cost of one file system call, and reads the
 * file again when they have changed. An unusable file is read again every second, changed or not: a removed key must
 * not stay in force because one read failed. A file that was read is read once more after two seconds, because a second
 * change within the resolution of the file's time stamp is not visible. Safe for use by any thread.
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

    /** Reads a key file. */
    interface Reader {
        List<ApiKey> read(Path file) throws KeyFile.Broken;
    }

    /**
     * The state of the file that was read last.
     *
     * @param again when the file is read again even if unchanged, by {@link System#nanoTime}
     * @param trouble why it could not be used
     */
    private record Seen(Optional<Stamp> stamp, OptionalLong again, Optional<String> trouble) {}

    /** The attributes that distinguish two states of a file; a file that is moved into place has another file key. */
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
        // Taken before the file is read, so that the next check notices a change made during the read.
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
                LOG.error("{} cannot be used; the previous keys stay in force: {}", file.get(), broken.getMessage());
            }
            seen = new Seen(stamp, after(PAUSE), trouble);
        }
    }

    /** After a second read, the time stamp is old enough to show any later change. */
    private Seen used(Optional<Stamp> stamp) {
        boolean settled = stamp.equals(seen.stamp()) && seen.trouble().isEmpty();
        return new Seen(stamp, settled ? OptionalLong.empty() : after(MOMENT), Optional.empty());
    }

    private OptionalLong after(Duration pause) {
        return OptionalLong.of(nanos.getAsLong() + pause.toNanos());
    }

    /** The keys of the file; an unchanged key keeps its instance. */
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

    /** Empty for a missing file, which counts as a change. */
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
