package io.flowfabric.store.jdbc.column;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
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

    private static final int UUID_PLACE = LENGTH - Uuids.LENGTH;
    private static final int DIGITS = 5;
    private static final int BRACE = 10;

    private ExecutionKey() {}

    public static byte[] encode(ExecutionId id) {
        int rank = rank(id.partition());
        var key = new byte[LENGTH];
        key[0] = (byte) (rank >>> 16);
        key[1] = (byte) (rank >>> 8);
        key[2] = (byte) rank;
        Uuids.put(id.uuid(), key, UUID_PLACE);
        return key;
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
        int rank = (key[0] & 0xFF) << 16 | (key[1] & 0xFF) << 8 | key[2] & 0xFF;
        return new ExecutionId(partition(rank), Uuids.at(key, UUID_PLACE));
    }

    /** A bound that lies before every key of a partition and behind those of the one before it. */
    public static byte[] beforeAllOf(int partition) {
        return Arrays.copyOf(encode(new ExecutionId(partition, new UUID(0, 0))), UUID_PLACE);
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
        int weight = 1;
        while (partition / weight >= 10) {
            weight *= 10;
        }
        int rank = 0;
        for (int i = 0; i < DIGITS; i++) {
            rank = rank * (BRACE + 1) + (weight > 0 ? partition / weight % 10 : BRACE);
            weight /= 10;
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
