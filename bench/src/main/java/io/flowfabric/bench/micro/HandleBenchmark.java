package io.flowfabric.bench.micro;

import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.handle.HandlePayload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Handles as workers hold them. */
@State(Scope.Benchmark)
public class HandleBenchmark {
    private final HandlePayload payload = new HandlePayload(
            Specimens.id(),
            0,
            Specimens.ACQUISITION.attemptId(),
            Specimens.ACQUISITION.leaseId(),
            1,
            30_000,
            Specimens.LANE.value(),
            Specimens.ACQUISITION.workerInstanceId().value());
    private final Handle handle = new Handle(
            BackendTag.JAVA_POSTGRES, HandleKind.FRESH, HandleCodec.encode(BackendTag.JAVA_POSTGRES, payload));

    /** Into bytes. */
    @Benchmark
    public Object encode() {
        return HandleCodec.encode(BackendTag.JAVA_POSTGRES, payload);
    }

    /** From bytes. */
    @Benchmark
    public Object open() {
        return HandleCodec.open(handle, BackendTag.JAVA_POSTGRES);
    }
}
