package io.flowfabric.store.jdbc.column;

import java.nio.ByteBuffer;
import java.util.UUID;

/** UUIDs as their sixteen bytes. */
public final class Uuids {
    private Uuids() {}

    public static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    public static UUID of(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }
}
