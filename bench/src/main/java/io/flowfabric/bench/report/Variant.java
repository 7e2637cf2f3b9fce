package io.flowfabric.bench.report;

/** What the settings of a result say about lanes and engines; one of each where they say nothing. */
public final class Variant {
    private Variant() {}

    /** Whether a result is of one engine on one lane, with which others are compared. */
    public static boolean isPlain(Result result) {
        return lanes(result) == 1 && engines(result) == 1;
    }

    static int lanes(Result result) {
        return number(result, "lanes");
    }

    static int engines(Result result) {
        return number(result, "engines");
    }

    /** What sets a result apart from the plain one: {@code 4 lanes}, {@code 3 engines}; nothing for the plain one. */
    public static String difference(Result result) {
        if (lanes(result) > 1) {
            return lanes(result) + " lanes";
        }
        return engines(result) > 1 ? engines(result) + " engines" : "";
    }

    /** The same behind a comma. */
    static String suffix(Result result) {
        return isPlain(result) ? "" : ", " + difference(result);
    }

    private static int number(Result result, String setting) {
        return Integer.parseInt(result.settings().getOrDefault(setting, "1"));
    }
}
