package io.flowfabric.store.testkit.chaos;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes a class read {@link SkewedTime} wherever it reads the machine's clock. All calls of a method go through one entry
 * of the constant pool, which names the class and the method; so it is enough to let that entry name another class that
 * has the same static method, and to append this class to the pool. Code is not touched.
 */
final class ClockCalls {
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int METHOD_REF = 10;

    private static final String STAND_IN = SkewedTime.class.getName().replace('.', '/') + '$';
    private static final Map<String, String> STAND_INS = Map.of(
            "java/lang/System.currentTimeMillis()J", STAND_IN + "OfSystem",
            "java/time/Instant.now()Ljava/time/Instant;", STAND_IN + "OfInstant",
            "java/time/Clock.systemUTC()Ljava/time/Clock;", STAND_IN + "OfClock",
            "java/time/Clock.systemDefaultZone()Ljava/time/Clock;", STAND_IN + "OfClock");

    /** An entry of the pool: its text, or the two numbers that it consists of. */
    private record Entry(int tag, String text, int first, int second) {}

    private final byte[] classFile;
    private final Map<Integer, Entry> entries = new HashMap<>();
    private final Map<Integer, Integer> offsets = new HashMap<>();
    private final int size;
    private final int end;

    private ClockCalls(byte[] classFile) throws IOException {
        this.classFile = classFile;
        var bytes = new ByteArrayInputStream(classFile);
        var in = new DataInputStream(bytes);
        in.skipNBytes(8);
        this.size = in.readUnsignedShort();
        for (int i = 1; i < size; i++) {
            offsets.put(i, classFile.length - bytes.available());
            var entry = read(in);
            entries.put(i, entry);
            i += entry.tag == LONG || entry.tag == DOUBLE ? 1 : 0;
        }
        this.end = classFile.length - bytes.available();
    }

    /** The class file, changed or as it was. */
    static byte[] redirect(byte[] classFile) throws IOException {
        return new ClockCalls(classFile).redirected();
    }

    private static Entry read(DataInputStream in) throws IOException {
        int tag = in.readUnsignedByte();
        return switch (tag) {
            case UTF8 -> new Entry(tag, in.readUTF(), 0, 0);
            case CLASS, 8, 16, 19, 20 -> new Entry(tag, "", in.readUnsignedShort(), 0);
            case 15 -> new Entry(tag, "", in.readUnsignedByte(), in.readUnsignedShort());
            case LONG, DOUBLE -> {
                in.skipNBytes(Long.BYTES);
                yield new Entry(tag, "", 0, 0);
            }
            default -> new Entry(tag, "", in.readUnsignedShort(), in.readUnsignedShort());
        };
    }

    private byte[] redirected() throws IOException {
        var appended = new ByteArrayOutputStream();
        var out = new DataOutputStream(appended);
        byte[] changed = classFile.clone();
        int next = size;
        for (var entry : entries.entrySet()) {
            String standIn = STAND_INS.get(method(entry.getValue()));
            if (standIn != null) {
                out.writeByte(UTF8);
                out.writeUTF(standIn);
                out.writeByte(CLASS);
                out.writeShort(next);
                put(changed, offsets.get(entry.getKey()) + 1, next + 1);
                next += 2;
            }
        }
        put(changed, 8, next);
        var whole = new ByteArrayOutputStream();
        whole.write(changed, 0, end);
        appended.writeTo(whole);
        whole.write(changed, end, changed.length - end);
        return whole.toByteArray();
    }

    /** What a reference to a method refers to; empty for every other entry. */
    private String method(Entry entry) {
        if (entry.tag != METHOD_REF) {
            return "";
        }
        var owner = entries.get(entries.get(entry.first).first);
        var nameAndType = entries.get(entry.second);
        return owner.text + '.' + entries.get(nameAndType.first).text + entries.get(nameAndType.second).text;
    }

    private static void put(byte[] bytes, int offset, int value) {
        bytes[offset] = (byte) (value >> Byte.SIZE);
        bytes[offset + 1] = (byte) value;
    }
}
