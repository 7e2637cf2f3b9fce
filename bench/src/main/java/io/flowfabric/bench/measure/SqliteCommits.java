package io.flowfabric.bench.measure;

import io.flowfabric.bench.store.SqliteBenchStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * How many transactions FlowFabric has committed to a SQLite file: the count that it keeps beside the file, for processes
 * that share it, in the first eight bytes of what they take turns by.
 */
public final class SqliteCommits {
    private SqliteCommits() {}

    /**
     * Reads the count; empty if there is none. Only while this process has no store open there: on some systems, to
     * close a file ends all locks that the process has on it.
     */
    public static OptionalLong of(SqliteBenchStore benchStore) throws IOException {
        var turns = Path.of(benchStore.file() + "-turn");
        if (!Files.exists(turns)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(ByteBuffer.wrap(Files.readAllBytes(turns))
                .order(ByteOrder.nativeOrder())
                .getLong());
    }
}
