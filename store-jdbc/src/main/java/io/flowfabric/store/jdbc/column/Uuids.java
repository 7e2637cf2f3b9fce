package io.flowfabric.store.jdbc.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.UUID;

/** UUIDs as their sixteen bytes. */
public final class Uuids {
    /** How many bytes a UUID has. */
    static final int LENGTH = 16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Uuids() {}

    public static byte[] bytes(UUID uuid) {
        var bytes = new byte[LENGTH];
        put(uuid, bytes, 0);
        return bytes;
    }

    public static UUID of(byte[] bytes) {
        return at(bytes, 0);
    }

    static void put(UUID uuid, byte[] into, int place) {
        LONGS.set(into, place, uuid.getMostSignificantBits());
        LONGS.set(into, place + Long.BYTES, uuid.getLeastSignificantBits());
    }

    static UUID at(byte[] bytes, int place) {
        return new UUID((long) LONGS.get(bytes, place), (long) LONGS.get(bytes, place + Long.BYTES));
    }
}
