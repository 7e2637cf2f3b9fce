package io.flowfabric.model.partition;

import java.util.UUID;

/**
 * CRC-16/XMODEM, the checksum that assigns partitions: polynomial 0x1021, initial value 0, nothing reflected,
 * no final xor. Results are in 0..65535. Stateless.
 */
public final class Crc16 {

    private static final int POLYNOMIAL = 0x1021;
    private static final char[] TABLE = table();

    private Crc16() {}

    /** The checksum of {@code bytes}; 0 for none. */
    public static int of(byte[] bytes) {
        int crc = 0;
        for (byte b : bytes) {
            crc = step(crc, b);
        }
        return crc;
    }

    /** The checksum of the 16 bytes of {@code uuid} in network order. */
    public static int of(UUID uuid) {
        return append(append(0, uuid.getMostSignificantBits()), uuid.getLeastSignificantBits());
    }

    private static int append(int crc, long eightBytes) {
        int result = crc;
        for (int shift = 56; shift >= 0; shift -= 8) {
            result = step(result, (int) (eightBytes >>> shift));
        }
        return result;
    }

    private static int step(int crc, int nextByte) {
        return (crc << 8 & 0xFFFF) ^ TABLE[(crc >>> 8 ^ nextByte) & 0xFF];
    }

    private static char[] table() {
        char[] table = new char[256];
        for (int i = 0; i < table.length; i++) {
            int crc = i << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
            table[i] = (char) crc;
        }
        return table;
    }
}
