package io.flowfabric.server.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys in force. The file is looked at whenever somebody asks, which costs one question to the file system, and read
 * again when it is another than before. A file that could not be used is read again every second, changed or not: a key
 * that was taken away must not stay because reading failed once. So is a file that had changed a moment before it was
 * read, because a second change in the same moment leaves no trace. Safe for use by any thread.
 */
final class KeyRing {
    private static final Logger LOG = LoggerFactory.getLogger(KeyRing.class);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final List<ApiKey> fixed;
    private final Optional<Path> file;
    private final Clock clock;
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
     * @param again when it is read again although nothing has changed
     * @param trouble why it could not be used
     */
    private record Seen(Optional<Stamp> stamp, Instant again, Optional<String> trouble) {}

    /** What tells one state of a file from another; a file that is moved into place has another key. */
    private record Stamp(
            FileTime changed, long size, @Nullable Object fileKey) {}

    KeyRing(List<ApiKey> fixed, Optional<Path> file) throws KeyFile.Broken {
        this(fixed, file, Clock.systemUTC(), KeyFile::read);
    }

    KeyRing(List<ApiKey> fixed, Optional<Path> file, Clock clock, Reader reader) throws KeyFile.Broken {
        this.fixed = fixed;
        this.file = file;
        this.clock = clock;
        this.reader = reader;
        var stamp = stamp();
        this.keys = read(List.of());
        this.seen = used(stamp);
    }

    List<ApiKey> current() {
        if (file.isPresent() && isToBeRead(stamp())) {
            readAgain();
        }
        return keys;
    }

    private boolean isToBeRead(Optional<Stamp> now) {
        return !now.equals(seen.stamp()) || !clock.instant().isBefore(seen.again());
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
            seen = new Seen(stamp, clock.instant().plus(PAUSE), trouble);
        }
    }

    private Seen used(Optional<Stamp> stamp) {
        var now = clock.instant();
        boolean settled = stamp.isEmpty()
                || stamp.get().changed().toInstant().plus(MOMENT).isBefore(now);
        return new Seen(stamp, settled ? Instant.MAX : now.plus(MOMENT), Optional.empty());
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
