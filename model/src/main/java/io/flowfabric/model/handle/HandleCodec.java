package io.flowfabric.model.handle;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;

/**
 * The bytes of a handle: a magic byte, the wire version and the store's byte, then the fields of
 * {@link HandlePayload} in their order; numbers little-endian, texts as a 32-bit length and UTF-8. An older form without
 * the two bytes behind the magic one is read as FlowFabric's on Valkey and never written. Stateless.
 */
public final class HandleCodec {

    private static final int MAGIC_V1 = 0x01;
    private static final int MAGIC_V2 = 0x02;
    private static final int WIRE_VERSION = 0x01;

    private HandleCodec() {}

    /**
     * What {@link #decode} found.
     *
     * @param backend the kind of store that wrote the bytes
     * @param payload what they say
     */
    public record Decoded(BackendTag backend, HandlePayload payload) {}

    /** The bytes of a handle for a store of that kind. */
    public static byte[] encode(BackendTag backend, HandlePayload payload) {
        return new HandleWriter()
                .u8(MAGIC_V2)
                .u8(WIRE_VERSION)
                .u8(backend.wireByte())
                .text(payload.executionId().toString())
                .u32(payload.attemptIndex())
                .text(payload.attemptId().toString())
                .text(payload.leaseId().toString())
                .u64(payload.leaseEpoch())
                .u64(payload.leaseTtlMs())
                .text(payload.laneId())
                .text(payload.workerInstanceId())
                .toBytes();
    }

    /**
     * Reads the bytes of a handle of any store kind.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code corruption} whose detail starts with
     *     {@code handle_codec: } and names what is wrong and where
     */
    public static Decoded decode(byte[] bytes) {
        var reader = new HandleReader(bytes);
        BackendTag backend = header(reader);
        var payload = new HandlePayload(
                reader.parsed("execution_id", ExecutionId::parse),
                reader.u32("attempt_index"),
                reader.parsed("attempt_id", AttemptId::parse),
                reader.parsed("lease_id", LeaseId::parse),
                reader.u64("lease_epoch"),
                reader.u64("lease_ttl_ms"),
                reader.text("lane_id"),
                reader.text("worker_instance_id"));
        reader.requireEnd();
        return new Decoded(backend, payload);
    }

    /**
     * Reads a handle on behalf of a store of the kind {@code expected}. A handle that says it is another's is not even
     * parsed; one whose bytes say so is refused as well.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code handle_from_other_backend}, or {@code corruption}
     *     as {@link #decode}
     */
    public static HandlePayload open(Handle handle, BackendTag expected) {
        if (handle.backend() != expected) {
            throw foreign(expected, handle.backend(), "");
        }
        Decoded decoded = decode(handle.sharedBytes());
        if (decoded.backend() != expected) {
            throw foreign(expected, decoded.backend(), " (embedded tag)");
        }
        return decoded.payload();
    }

    private static BackendTag header(HandleReader reader) {
        int magic = reader.u8();
        if (magic == MAGIC_V1) {
            return BackendTag.VALKEY;
        }
        if (magic != MAGIC_V2) {
            throw HandleReader.corrupt("BadV1Version{got=" + magic + "}");
        }
        int version = reader.u8();
        if (version != WIRE_VERSION) {
            throw HandleReader.corrupt("BadWireVersion{got=" + version + "}");
        }
        int backend = reader.u8();
        return BackendTag.ofWireByte(backend)
                .orElseThrow(() -> HandleReader.corrupt("BadBackendTag{got=" + backend + "}"));
    }

    private static EngineException foreign(BackendTag expected, BackendTag actual, String where) {
        return EngineError.of(
                        ErrorCode.HANDLE_FROM_OTHER_BACKEND,
                        "expected=" + expected.label() + " actual=" + actual.label() + where,
                        "Use a handle with the engine that issued it.")
                .toException();
    }
}
