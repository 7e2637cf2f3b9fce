package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.VectorCode;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.postgres.table.ArrayRows.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What changes of executions do to their entries: those of before that are not among those of afterwards are removed, and the
 * other way round. Belongs to one batch of changes.
 *
 * <p>Whether a caller submitted an execution in a transaction of its own stands in the row and not in the record: the entry of
 * such an execution stands among what has returned although it was never tried. So what leaves the first submissions is looked
 * for in both tables, and an execution that stays there with another rank is moved wherever it stands.
 */
final class EntryChanges {
    /** What is done with the entries of a kind. */
    enum Action {
        REMOVE,
        ADD,
        /** Gives first submissions another rank. */
        MOVE
    }

    /**
     * A column of keys that travels with the changes, of which some executions may have none.
     *
     * @param shape how it is handed over; once when all executions have the same key
     */
    record Part(EntryKind kind, Action action, Shape shape) {
        String column() {
            return "%s_%s".formatted(action, kind).toLowerCase(Locale.ROOT);
        }

        ColumnType type() {
            return kind.keyType();
        }

        /** The statements that change the entries of those executions that were written, by names. */
        Stream<String> statements(String written) {
            String key = "c." + column();
            String from = written + " c";
            return switch (action) {
                case ADD ->
                    Stream.of(named("", kind.adding(key, from) + " WHERE " + key + " IS NOT NULL" + onConflict()));
                case REMOVE -> Stream.of(named("", kind.removing(key, from)));
                case MOVE ->
                    Stream.of(EntryKind.FRESH, EntryKind.RETURNED)
                            .flatMap(either -> Stream.of(
                                    named("_from_" + either, either.removing(key, from) + " RETURNING id"),
                                    named(
                                            "_to_" + either,
                                            either.adding("c.rank", from) + " WHERE c.id IN (SELECT id FROM " + column()
                                                    + "_from_" + either + ")")));
            };
        }

        private String named(String suffix, String statement) {
            return "%s%s AS (%s)".formatted(column(), suffix, statement);
        }

        /** What a caller submitted is there already when it is blocked by route. */
        private String onConflict() {
            return kind == EntryKind.RETURNED ? " ON CONFLICT DO NOTHING" : "";
        }
    }

    private static final EntryKind[] KINDS = EntryKind.values();
    private static final int ACTIONS = Action.values().length;

    private final @Nullable Object[][] keys = new Object[KINDS.length * ACTIONS][];
    private final int size;

    private EntryChanges(int size) {
        this.size = size;
    }

    static EntryChanges of(List<? extends Change.OfExecution> changes) {
        var made = new EntryChanges(changes.size());
        for (int i = 0; i < changes.size(); i++) {
            made.add(i, changes.get(i));
        }
        return made;
    }

    private void add(int place, Change.OfExecution change) {
        var before = change.before();
        var after = change.after();
        int codeBefore = VectorCode.of(before.vector());
        int codeAfter = VectorCode.of(after.vector());
        for (EntryKind kind : KINDS) {
            Object had = kind.key(before, codeBefore);
            Object has = kind.key(after, codeAfter);
            if (Objects.equals(had, has)) {
                continue;
            }
            if (kind == EntryKind.FRESH && had != null && has != null) {
                put(kind, Action.MOVE, place, had);
                continue;
            }
            if (had != null) {
                put(kind, Action.REMOVE, place, had);
            }
            if (has != null) {
                put(kind, Action.ADD, place, has);
            }
            if (kind == EntryKind.FRESH && had != null && EntryKind.RETURNED.key(after, codeAfter) == null) {
                put(EntryKind.RETURNED, Action.REMOVE, place, had);
            }
        }
    }

    private void put(EntryKind kind, Action action, int place, Object key) {
        int column = kind.ordinal() * ACTIONS + action.ordinal();
        if (keys[column] == null) {
            keys[column] = new Object[size];
        }
        keys[column][place] = key;
    }

    /** The columns that are needed, in a fixed order. */
    List<Part> parts() {
        var parts = new ArrayList<Part>();
        for (int column = 0; column < keys.length; column++) {
            if (keys[column] != null) {
                Object[] values = keys[column];
                boolean alike = Arrays.stream(values).allMatch(values[0] == null ? Objects::isNull : values[0]::equals);
                parts.add(new Part(
                        KINDS[column / ACTIONS], Action.values()[column % ACTIONS], alike ? Shape.ONCE : Shape.EACH));
            }
        }
        return parts;
    }

    /** The keys of a part, by the places of the changes. */
    @Nullable
    Object[] keys(Part part) {
        return keys[part.kind().ordinal() * ACTIONS + part.action().ordinal()];
    }
}
