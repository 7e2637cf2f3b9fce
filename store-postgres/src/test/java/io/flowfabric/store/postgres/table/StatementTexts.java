package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.column.ExecutionColumn;
import io.flowfabric.store.postgres.table.ArrayRows.Shape;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Every statement of the package: the constants of its classes, and those that are put together when they are needed. */
public final class StatementTexts {
    private static final Pattern STATEMENT =
            Pattern.compile("^(SELECT|INSERT|UPDATE|DELETE|WITH)\\b.*", Pattern.DOTALL);

    private StatementTexts() {}

    public static List<String> all() throws Exception {
        var texts = new ArrayList<String>();
        texts.add(PostgresChanges.text(new PostgresChanges.Form(
                List.of(ExecutionColumn.VERSION, ExecutionColumn.RANK), List.of(Shape.ONCE, Shape.EACH), List.of())));
        texts.add(PostgresChanges.text(
                new PostgresChanges.Form(List.of(ExecutionColumn.VERSION), List.of(Shape.ONCE), everyPart())));
        var root = Path.of(PostgresScope.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (var files = Files.walk(root)) {
            for (var file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                String name = root.relativize(file)
                        .toString()
                        .replace(file.getFileSystem().getSeparator(), ".");
                for (Field field : Class.forName(name.substring(0, name.length() - ".class".length()))
                        .getDeclaredFields()) {
                    if (Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        addTexts(field.get(null), texts);
                    }
                }
            }
        }
        return texts.stream()
                .map(String::strip)
                .filter(text -> STATEMENT.matcher(text).matches() && !text.endsWith("WHERE"))
                .toList();
    }

    /** Everything that a change may do to entries, at once. */
    private static List<EntryChanges.Part> everyPart() {
        var parts = new ArrayList<EntryChanges.Part>();
        parts.add(new EntryChanges.Part(EntryKind.FRESH, EntryChanges.Action.MOVE, Shape.EACH));
        for (EntryKind kind : EntryKind.values()) {
            parts.add(new EntryChanges.Part(kind, EntryChanges.Action.REMOVE, Shape.EACH));
            parts.add(new EntryChanges.Part(kind, EntryChanges.Action.ADD, Shape.ONCE));
        }
        return parts;
    }

    private static void addTexts(Object value, List<String> into) {
        if (value instanceof String text) {
            into.add(text);
        } else if (value instanceof BulkInsert insert) {
            into.add(insert.textOfEach());
        } else if (value instanceof List<?> list) {
            list.forEach(one -> addTexts(one, into));
        }
    }
}
