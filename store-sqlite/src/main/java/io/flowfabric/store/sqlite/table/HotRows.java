package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.store.sqlite.writer.SqlScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Updates the hot rows, many with one statement. A statement sets the columns that move and no others, because SQLite
 * looks at the indexes of every column that is set. Safe for use by any thread.
 */
final class HotRows {
    private static final String CURRENT =
            "SELECT seq FROM ff_executions WHERE version = ? AND seq IN (SELECT value FROM json_each(?))";

    private static final String SAVEPOINT = "SAVEPOINT ff_guarded";
    private static final String UNDO = "ROLLBACK TO ff_guarded";
    private static final String RELEASE = "RELEASE ff_guarded";

    /** A change, and the row it applies to. */
    record Placed(long seq, Change.OfExecution change) {}

    private record Kind(Class<?> change, long version) {}

    private final Map<UpdateBatch.Form, String> texts = new ConcurrentHashMap<>();

    /**
     * Applies changes to different executions, as far as each is still at the version its change was decided on. Nearly always
     * all are, so they are written first and looked at only when fewer rows were found.
     *
     * @return those that were applied
     */
    List<Placed> updateCurrent(SqlScope scope, List<Placed> placed) throws SQLException {
        var kinds = byKind(placed).values();
        scope.prepare(SAVEPOINT).execute();
        boolean allCurrent = true;
        for (var alike : kinds) {
            allCurrent = allCurrent && write(scope, alike) == alike.size();
        }
        if (!allCurrent) {
            scope.prepare(UNDO).execute();
        }
        scope.prepare(RELEASE).execute();
        if (allCurrent) {
            return placed;
        }
        var current = current(scope, kinds);
        var rest = placed.stream().filter(one -> current.contains(one.seq())).toList();
        update(scope, rest);
        return rest;
    }

    private static Set<Long> current(SqlScope scope, Collection<List<Placed>> kinds) throws SQLException {
        var current = new HashSet<Long>();
        for (var alike : kinds) {
            var statement = scope.prepare(CURRENT);
            statement.setLong(1, alike.get(0).change().before().version());
            statement.setString(
                    2, RowNumbers.json(alike.stream().map(Placed::seq).toList()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    current.add(row.getLong(1));
                }
            }
        }
        return current;
    }

    /** Applies changes to different executions; all of them must be current. */
    void update(SqlScope scope, List<Placed> placed) throws SQLException {
        for (var alike : byKind(placed).values()) {
            int updated = write(scope, alike);
            if (updated != alike.size()) {
                throw new IllegalStateException("%d of these changes were decided on a version that is not stored: %s"
                        .formatted(alike.size() - updated, described(alike)));
            }
        }
    }

    private int write(SqlScope scope, List<Placed> alike) throws SQLException {
        return new UpdateBatch(alike).run(form -> scope.prepare(texts.computeIfAbsent(form, UpdateBatch.Form::text)));
    }

    private static List<String> described(Collection<Placed> placed) {
        return placed.stream()
                .map(one -> "%s at version %d"
                        .formatted(
                                one.change().before().id(),
                                one.change().before().version()))
                .toList();
    }

    private static Map<Kind, List<Placed>> byKind(List<Placed> placed) {
        var kinds = new LinkedHashMap<Kind, List<Placed>>();
        for (var one : placed) {
            var kind = new Kind(one.change().getClass(), one.change().before().version());
            kinds.computeIfAbsent(kind, any -> new ArrayList<>()).add(one);
        }
        return kinds;
    }
}
