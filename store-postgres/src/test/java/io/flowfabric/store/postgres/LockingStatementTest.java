package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.jdbc.ExecutionColumn;
import io.flowfabric.store.postgres.ArrayRows.Shape;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A statement that waited for a row goes on with the snapshot of its begin: of the row that it waited for it sees the
 * newest version, of everything else an old one. So no statement that locks reads from a second table.
 */
class LockingStatementTest {
    private static final Pattern LOCKS =
            Pattern.compile("\\bFOR (NO KEY )?UPDATE\\b|\\bFOR (KEY )?SHARE\\b|^(UPDATE|DELETE)\\b");

    private static final Pattern TABLE = Pattern.compile("\\bff\\.[a-z_]+");

    @Test
    void statementThatLocksRowsReadsNoOtherTable() throws Exception {
        var locking = statements().stream()
                .filter(sql -> LOCKS.matcher(sql.strip()).find())
                .toList();
        assertThat(locking).as("statements that lock").hasSizeGreaterThan(15);
        assertThat(locking)
                .allSatisfy(sql -> assertThat(TABLE.matcher(sql)
                                .results()
                                .map(found -> found.group())
                                .distinct())
                        .as(sql)
                        .hasSize(1));
    }

    /** Every text of the package's classes, and one that is put together when it is needed. */
    private static List<String> statements() throws Exception {
        var statements = new ArrayList<String>();
        statements.add(PgChanges.text(new PgChanges.Form(
                List.of(ExecutionColumn.VERSION, ExecutionColumn.RANK), List.of(Shape.ONCE, Shape.EACH))));
        var root = Path.of(PgScope.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (var files = Files.walk(root)) {
            for (var file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                String name = root.relativize(file).toString();
                for (Field field : Class.forName(name.substring(0, name.length() - ".class".length())
                                .replace('/', '.'))
                        .getDeclaredFields()) {
                    if (Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        addTexts(field.get(null), statements);
                    }
                }
            }
        }
        return statements;
    }

    private static void addTexts(Object value, List<String> into) {
        if (value instanceof String text) {
            into.add(text);
        } else if (value instanceof List<?> list) {
            list.forEach(one -> addTexts(one, into));
        }
    }
}
