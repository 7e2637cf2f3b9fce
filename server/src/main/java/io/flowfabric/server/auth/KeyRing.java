package io.flowfabric.server.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys in force. The file is looked at whenever somebody asks, which costs one question to the file system, and read
 * again when it is another than before. Safe for use by any thread.
 */
final class KeyRing {
    private static final Logger LOG = LoggerFactory.getLogger(KeyRing.class);

    private final List<ApiKey> fixed;
    private final Optional<Path> file;
    private volatile List<ApiKey> keys;
    private volatile Optional<Stamp> seen = Optional.empty();

    /** What tells one state of a file from another; a file that is moved into place has another key. */
    private record Stamp(
            FileTime changed, long size, @Nullable Object fileKey) {}

    KeyRing(List<ApiKey> fixed, Optional<Path> file) throws KeyFile.Broken {
        this.fixed = fixed;
        this.file = file;
        this.seen = stamp();
        this.keys = read(List.of());
    }

    List<ApiKey> current() {
        if (file.isPresent() && !stamp().equals(seen)) {
            readAgain();
        }
        return keys;
    }

    private synchronized void readAgain() {
        var now = stamp();
        if (now.equals(seen)) {
            return;
        }
        // Before the file is read: what changes while it is read is then noticed by the next look.
        seen = now;
        try {
            keys = read(keys);
            LOG.info("{} keys are in force, {} was read again", keys.size(), file.get());
        } catch (KeyFile.Broken broken) {
            LOG.error("{} cannot be used, the keys of before stay in force: {}", file.get(), broken.getMessage());
        }
    }

    private List<ApiKey> read(List<ApiKey> before) throws KeyFile.Broken {
        var read = new ArrayList<>(fixed);
        if (file.isPresent()) {
            read.addAll(KeyFile.read(file.get()));
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
