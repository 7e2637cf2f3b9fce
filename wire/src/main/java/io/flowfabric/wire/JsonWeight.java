package io.flowfabric.wire;

/**
 * Tells what JSON weighs as a tree before it is one. A body of empty objects becomes thirty times its size; one that is a single
 * text hardly grows. Only what stands outside of texts counts, and JSON that is broken weighs something, too.
 */
public final class JsonWeight {
    /** A node with an empty map. */
    private static final int OBJECT = 90;

    /** A node with a list, and the room that a list takes with its first item. */
    private static final int ARRAY = 110;

    /** An entry of a map with its key, and the room that a map takes with its first entry. */
    private static final int MEMBER = 110;

    /** A number, and its place in a list. */
    private static final int ITEM = 22;

    private JsonWeight() {}

    /** Bytes that the nodes of the tree take, beside the texts in it; rather too many than too few. */
    public static long of(byte[] json) {
        long weight = 0;
        boolean inText = false;
        for (int i = 0; i < json.length; i++) {
            byte at = json[i];
            if (inText) {
                if (at == '\\') {
                    i++;
                } else if (at == '"') {
                    inText = false;
                }
                continue;
            }
            switch (at) {
                case '"' -> inText = true;
                case '{' -> weight += OBJECT;
                case '[' -> weight += ARRAY;
                case ':' -> weight += MEMBER;
                case ',' -> weight += ITEM;
                default -> {}
            }
        }
        return weight;
    }
}
