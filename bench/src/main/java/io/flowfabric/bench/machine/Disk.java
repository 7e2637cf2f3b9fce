package io.flowfabric.bench.machine;

import io.flowfabric.bench.measure.Latencies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What is written on.
 *
 * @param fileSystem its kind
 * @param syncMicros how long it takes to bring eight kilobytes to the disk, the median of many times
 */
public record Disk(String fileSystem, double syncMicros) {
    private static final int TIMES = 200;
    private static final int BYTES = 8192;

    /** Measures the disk of a directory. */
    public static Disk measure(Path directory) throws IOException {
        var file = Files.createTempFile(directory, "ff-bench-", ".sync");
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            var page = ByteBuffer.allocateDirect(BYTES);
            var took = new Latencies();
            for (int i = 0; i < TIMES; i++) {
                page.clear();
                long before = System.nanoTime();
                channel.write(page);
                channel.force(false);
                took.add(System.nanoTime() - before);
            }
            return new Disk(Files.getFileStore(file).type(), took.median() * 1000);
        } finally {
            Files.delete(file);
        }
    }
}
