package io.flowfabric.store.sqlite.writer;

import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.nio.file.Path;

/** Another process that writes to the same file, group by group, as fast as it gets the turn. */
public final class OtherWriter {

    public static final int GROUPS = 200;
    public static final int FIRST = 1_000_000;

    private OtherWriter() {}

    public static ChildJvm start(Path database) throws Exception {
        return ChildJvm.start(OtherWriter.class, database);
    }

    /** Stores in {@code y} how many foreign commits went by between two groups of this process. */
    public static void main(String[] arguments) throws Exception {
        try (TestDatabase database = TestDatabase.open(Path.of(arguments[0]))) {
            TestDatabase.get(database.submit(scope -> true));
            long last = database.writer.commits();
            for (int group = 0; group < GROUPS; group++) {
                int x = FIRST + group;
                long before = last;
                TestDatabase.get(database.submit(scope -> {
                    var insert = scope.prepare("INSERT INTO t (x, y) VALUES (?, ?)");
                    insert.setInt(1, x);
                    insert.setLong(2, database.writer.commits() - before);
                    return insert.executeUpdate();
                }));
                last = database.writer.commits();
            }
        }
    }
}
