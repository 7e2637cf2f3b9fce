package io.flowfabric.bench.micro;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Execution ids as texts and as keys. */
@State(Scope.Benchmark)
public class IdBenchmark {
    private final ExecutionId id = Specimens.id();
    private final String text = id.toString();
    private final byte[] key = ExecutionKey.encode(id);

    /** From its text. */
    @Benchmark
    public Object parse() {
        return ExecutionId.parse(text);
    }

    /** Into its text. */
    @Benchmark
    public Object format() {
        return id.toString();
    }

    /** Into the key of a row. */
    @Benchmark
    public Object toKey() {
        return ExecutionKey.encode(id);
    }

    /** From the key of a row. */
    @Benchmark
    public Object fromKey() {
        return ExecutionKey.decode(key);
    }
}
