package io.flowfabric.store.jdbc.migration;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a script at its semicolons. Knows comments, string literals and quoted names; not bodies of triggers or
 * functions, which our migrations do not have.
 */
final class StatementSplitter {

    private final String script;
    private final List<String> statements = new ArrayList<>();
    private final StringBuilder current = new StringBuilder();
    private int position;

    private StatementSplitter(String script) {
        this.script = script;
    }

    /** The statements without their comments and semicolons; empty ones are left out. */
    static List<String> split(String script) {
        return new StatementSplitter(script).run();
    }

    private List<String> run() {
        while (position < script.length()) {
            char c = script.charAt(position);
            if (script.startsWith("--", position)) {
                skipTo(lineEnd());
            } else if (script.startsWith("/*", position)) {
                skipTo(endOf("*/", position + 2, "comment"));
            } else if (c == '\'' || c == '"') {
                // A doubled quote ends one literal and begins the next, which reads the same.
                copyTo(endOf(String.valueOf(c), position + 1, "quotation"));
            } else if (c == ';') {
                position++;
                finishStatement();
            } else {
                copyTo(position + 1);
            }
        }
        finishStatement();
        return List.copyOf(statements);
    }

    private int lineEnd() {
        int end = script.indexOf('\n', position);
        return end < 0 ? script.length() : end;
    }

    private int endOf(String mark, int from, String what) {
        int end = script.indexOf(mark, from);
        if (end < 0) {
            throw new IllegalArgumentException("A " + what + " begins at character " + position + " and never ends");
        }
        return end + mark.length();
    }

    private void copyTo(int end) {
        current.append(script, position, end);
        position = end;
    }

    /** A comment separates words like a space does. */
    private void skipTo(int end) {
        current.append(' ');
        position = end;
    }

    private void finishStatement() {
        String statement = current.toString().strip();
        if (!statement.isEmpty()) {
            statements.add(statement);
        }
        current.setLength(0);
    }
}
