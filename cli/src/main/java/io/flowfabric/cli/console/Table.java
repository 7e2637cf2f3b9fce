package io.flowfabric.cli.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Rows in columns as wide as their widest cell. Belongs to one thread. */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final Set<Integer> numeric = new HashSet<>();
    private final Map<Integer, UnaryOperator<String>> paints = new HashMap<>();
    private final String indent;
    private boolean headed;

    private Table(String indent) {
        this.indent = indent;
    }

    /** A table without a heading whose lines begin with {@code indent}. */
    public static Table indented(String indent) {
        return new Table(indent);
    }

    /** A table with a heading. */
    public static Table headed(String... headings) {
        var table = new Table("");
        table.headed = true;
        return table.row(headings);
    }

    /** Aligns a column of numbers to the right. */
    public Table numeric(int column) {
        numeric.add(column);
        return this;
    }

    /** Colours the cells of a column, given the bare text of each. The heading stays as it is. */
    public Table painted(int column, UnaryOperator<String> paint) {
        paints.put(column, paint);
        return this;
    }

    /** Adds a row; it may be shorter than others. */
    public Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /** Prints every row. */
    public void print(PrintWriter out) {
        var widths = widths();
        for (int i = 0; i < rows.size(); i++) {
            out.println(line(rows.get(i), widths, headed && i == 0));
        }
    }

    private String line(List<String> row, List<Integer> widths, boolean heading) {
        var line = new StringBuilder(indent);
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            // Colours take no room, so the padding goes by the bare text. The last cell of a row needs none.
            String padding = " ".repeat(widths.get(column) - cell.length());
            var paint = paints.get(column);
            String shown = heading || paint == null ? cell : paint.apply(cell);
            boolean last = column == row.size() - 1;
            line.append(numeric.contains(column) ? padding + shown : last ? shown : shown + padding)
                    .append(last ? "" : GAP);
        }
        return line.toString().stripTrailing();
    }

    private List<Integer> widths() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        var widths = new ArrayList<>(Collections.nCopies(columns, 0));
        for (var row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths.set(column, Math.max(widths.get(column), row.get(column).length()));
            }
        }
        return widths;
    }
}
