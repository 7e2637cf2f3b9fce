package io.flowfabric.engine.rules;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How much one answer carries: the first item whatever its size, and then as many as stay within {@link
 * Limits#ANSWER_BYTES}. What is left over is for the next call: a claim leaves it unclaimed, a page ends before it.
 */
public final class AnswerRules {
    /** Content of up to this size is read together with the row it belongs to; larger content once it is wanted. */
    public static final int ALONG_BYTES = 16_384;

    /** What an item weighs besides what is counted of it: ids, names and numbers. */
    private static final int ITEM_BYTES = 512;

    private AnswerRules() {}

    /** What an item weighs in an answer, given the bytes of its texts and payloads. */
    public static long weight(long contentBytes) {
        return ITEM_BYTES + contentBytes;
    }

    /**
     * Whether an answer takes another item.
     *
     * @param soFar what the items in it weigh
     * @param next what the item weighs
     * @param room how much the process can answer now; less than a whole answer lets no large item in, not even a first
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
