package io.flowfabric.wire;

/**
 * Estimates the memory of JSON as a tree before it is parsed. A body of empty objects becomes thirty times its size; a
 * single text hardly grows. Only characters outside of texts count; malformed JSON gets an estimate, too.
 */
public final class JsonWeight {
    /** A node with an empty map. */
    private static final int OBJECT = 90;

    /** A node with a list, and the initial capacity of the list. */
    private static final int ARRAY = 110;

    /** An entry of a map with its key, and the initial capacity of the map. */
    private static final int MEMBER = 110;

    /** A number, and its entry in a list. */
    private static final int ITEM = 22;

    private JsonWeight() {}

    /** The bytes for the nodes of the tree, without the texts in it; rather too many than too few. */
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
