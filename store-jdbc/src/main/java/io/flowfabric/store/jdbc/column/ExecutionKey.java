package io.flowfabric.store.jdbc.column;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/**
 * An execution id as 19 bytes that sort like its text, so that an index over them lists executions in the order of their
 * ids and breaks ties in a lane as specified.
 *
 * <p>The text of a partition number is followed by a brace, which sorts after every digit: {@code 10} comes before
 * {@code 1}. Read as five digits to the base eleven, with the brace as the eleventh digit, partition numbers sort as
 * their texts do.
 */
public final class ExecutionKey {
    /** How many bytes a key has. */
    public static final int LENGTH = 19;

    private static final int DIGITS = 5;
    private static final int BRACE = 10;

    private ExecutionKey() {}

    public static byte[] encode(ExecutionId id) {
        int rank = rank(id.partition());
        return ByteBuffer.allocate(LENGTH)
                .put((byte) (rank >>> 16))
                .putShort((short) rank)
                .putLong(id.uuid().getMostSignificantBits())
                .putLong(id.uuid().getLeastSignificantBits())
                .array();
    }

    /** Fails with {@code corruption} when the bytes are no key. */
    public static ExecutionId decode(byte[] key) {
        if (key.length != LENGTH) {
            throw EngineError.of(
                            ErrorCode.CORRUPTION,
                            "execution key of %d bytes".formatted(key.length),
                            "A key has %d; the row was damaged.".formatted(LENGTH))
                    .toException();
        }
        var buffer = ByteBuffer.wrap(key);
        int rank = (buffer.get() & 0xFF) << 16 | (buffer.getShort() & 0xFFFF);
        return new ExecutionId(partition(rank), new UUID(buffer.getLong(), buffer.getLong()));
    }

    /** A bound that lies before every key of a partition and behind those of the one before it. */
    public static byte[] beforeAllOf(int partition) {
        return Arrays.copyOf(encode(new ExecutionId(partition, new UUID(0, 0))), LENGTH - 16);
    }

    /** A bound that lies before every key. */
    public static byte[] beforeAll() {
        return new byte[0];
    }

    /** A bound that lies behind every key. */
    public static byte[] afterAll() {
        byte[] bound = new byte[LENGTH];
        Arrays.fill(bound, (byte) 0xFF);
        return bound;
    }

    /** The greatest key of a partition. */
    public static byte[] lastOf(int partition) {
        return encode(new ExecutionId(partition, new UUID(-1, -1)));
    }

    private static int rank(int partition) {
        String digits = Integer.toString(partition);
        int rank = 0;
        for (int i = 0; i < DIGITS; i++) {
            rank = rank * (BRACE + 1) + (i < digits.length() ? digits.charAt(i) - '0' : BRACE);
        }
        return rank;
    }

    private static int partition(int rank) {
        int partition = 0;
        int weight = 1;
        int rest = rank;
        for (int i = 0; i < DIGITS; i++) {
            int digit = rest % (BRACE + 1);
            rest /= BRACE + 1;
            if (digit != BRACE) {
                partition += digit * weight;
                weight *= 10;
            }
        }
        return partition;
    }
}
