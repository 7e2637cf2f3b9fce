package io.flowfabric.model.handle;

import java.util.Arrays;
import java.util.Objects;

/**
 * What a worker holds for an attempt and shows with every call about it. Opaque to the worker; using it does not use it
 * up, so a call whose answer was lost may be repeated with it. Immutable.
 */
public final class Handle {

    private static final byte[] NO_SEAL = new byte[0];

    private final BackendTag backend;
    private final HandleKind kind;
    private final byte[] bytes;
    private final byte[] seal;

    /** Copies the bytes, which are not examined; {@link HandleCodec#open} does that. */
    public Handle(BackendTag backend, HandleKind kind, byte[] bytes) {
        this(backend, kind, bytes, NO_SEAL);
    }

    /** A handle that a server gave away; copies the bytes, which are not examined. */
    public Handle(BackendTag backend, HandleKind kind, byte[] bytes, byte[] seal) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.bytes = bytes.clone();
        this.seal = seal.length == 0 ? NO_SEAL : seal.clone();
    }

    /** The kind of store it belongs to. */
    public BackendTag backend() {
        return backend;
    }

    /** How it came about. */
    public HandleKind kind() {
        return kind;
    }

    /** A copy of its bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Its bytes, which are not to be changed. */
    byte[] sharedBytes() {
        return bytes;
    }

    /** A copy of what proves to a server that it made the handle; empty for one that never left its engine. */
    public byte[] seal() {
        return seal.clone();
    }

    /** Whether both stand for the same attempt and lease; a seal adds nothing to that. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Handle handle
                && backend == handle.backend
                && kind == handle.kind
                && Arrays.equals(bytes, handle.bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(backend, kind, Arrays.hashCode(bytes));
    }

    /** Store, kind and size; not the lease it proves. */
    @Override
    public String toString() {
        return "Handle(" + backend.label() + ", " + kind.literal() + ", " + bytes.length + " bytes)";
    }
}
