package io.flowfabric.bench.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine that a benchmark ran on.
 *
 * @param cpu as the system calls it, or empty where it does not tell
 */
public record Machine(String cpu, int cores, long memoryMb, String os, String jvm) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** This one. */
    public static Machine describe() {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        return new Machine(
                cpuName(),
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize() >> 20,
                "%s %s, %s"
                        .formatted(
                                System.getProperty("os.name"),
                                System.getProperty("os.version"),
                                System.getProperty("os.arch")),
                "%s %s".formatted(System.getProperty("java.vm.name"), Runtime.version()));
    }

    private static String cpuName() {
        try (var lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (IOException notLinux) {
            return "";
        }
    }
}
