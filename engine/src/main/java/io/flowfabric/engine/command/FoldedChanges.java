package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.WriteTx;
import java.util.LinkedHashMap;
import java.util.Map;

/** The changes of a transaction by the records that they are about. Not safe for use by several threads. */
final class FoldedChanges {
    private final Map<Object, ChangeLine> lines = new LinkedHashMap<>();

    void add(Change change) {
        lines.computeIfAbsent(change.subject(), any -> new ChangeLine()).add(change);
    }

    void write(WriteTx tx) {
        ChangeLine.apply(tx, lines.values(), 0);
    }
}
