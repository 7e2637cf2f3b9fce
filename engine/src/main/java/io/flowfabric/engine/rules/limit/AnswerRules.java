package io.flowfabric.engine.rules.limit;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How much one answer carries: the first item of any size, and then as many as stay within {@link Limits#ANSWER_BYTES}.
 * The rest is for the next call: a claim leaves it unclaimed, a page ends before it.
 */
public final class AnswerRules {
    /** Content of up to this size is read together with the row it belongs to; larger content once it is wanted. */
    public static final int ALONG_BYTES = 16_384;

    /** The bytes of an item that are not counted for each: ids, names and numbers. */
    private static final int ITEM_BYTES = 512;

    private AnswerRules() {}

    /** The bytes of an item in an answer, given those of its texts and payloads. */
    public static long weight(long contentBytes) {
        return ITEM_BYTES + contentBytes;
    }

    /**
     * Whether an answer takes another item.
     *
     * @param soFar the bytes of the items in it
     * @param next the bytes of the item
     * @param room how many bytes the process can answer now; less than a whole answer admits no large item, not even a
     *     first
     */
    public static boolean takes(long soFar, long next, long room) {
        return soFar == 0 && room >= Limits.ANSWER_BYTES || next <= Math.min(room, Limits.ANSWER_BYTES) - soFar;
    }

    /** How many of the first items one answer takes. */
    public static <T> int fitting(List<T> items, ToLongFunction<T> contentBytes) {
        long bytes = 0;
        int count = 0;
        for (T item : items) {
            long next = weight(contentBytes.applyAsLong(item));
            if (!takes(bytes, next, Limits.ANSWER_BYTES)) {
                break;
            }
            bytes += next;
            count++;
        }
        return count;
    }
}
