package io.flowfabric.store.sqlite.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Splits rows into portions of few different sizes, so that the statements for them are few and can be kept. */
final class Portions {
    private static final int[] SIZES = {64, 16, 4, 1};

    private Portions() {}

    static <T> List<List<T>> of(List<T> rows) {
        var portions = new ArrayList<List<T>>();
        int done = 0;
        for (int size : SIZES) {
            while (rows.size() - done >= size) {
                portions.add(rows.subList(done, done + size));
                done += size;
            }
        }
        return portions;
    }

    /** Parameters for so many rows: {@code (?, ?), (?, ?)}. */
    static String parameters(int width, int rows) {
        String row = "(" + String.join(", ", Collections.nCopies(width, "?")) + ")";
        return String.join(", ", Collections.nCopies(rows, row));
    }
}
