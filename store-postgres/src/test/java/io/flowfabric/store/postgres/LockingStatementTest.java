package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.postgres.table.StatementTexts;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A statement that waited for a row goes on with the snapshot of its begin: of the row that it waited for it sees the
 * newest version, of everything else an old one. So no statement that locks reads from a second table but entries, which say
 * where to look and are checked by the row that is locked.
 */
class LockingStatementTest {
    private static final Pattern LOCKS =
            Pattern.compile("\\bFOR (NO KEY )?UPDATE\\b|\\bFOR (KEY )?SHARE\\b|^(UPDATE|DELETE)\\b");

    private static final Pattern TABLE = Pattern.compile("\\bff\\.[a-z_]+");

    @Test
    void statementThatLocksRowsReadsNoOtherTable() throws Exception {
        var locking = StatementTexts.all().stream()
                .filter(sql -> LOCKS.matcher(sql).find())
                .toList();
        assertThat(locking).as("statements that lock").hasSizeGreaterThan(15);
        assertThat(locking)
                .allSatisfy(sql -> assertThat(TABLE.matcher(sql)
                                .results()
                                .map(found -> found.group())
                                .filter(table -> !table.endsWith("_entries"))
                                .distinct())
                        .as(sql)
                        .hasSizeLessThanOrEqualTo(1));
    }
}
