package io.flowfabric.store.sqlite.opening;

import io.flowfabric.store.sqlite.writer.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Connections whose COMMIT throws what a test has queued, and works again afterwards. */
public final class FaultyCommits extends SqliteConnections {

    public final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();

    public FaultyCommits(Path file) {
        super(TestDatabase.address(file));
    }

    @Override
    public Connection openWriter() throws SQLException {
        Connection real = super.openWriter();
        return wrap(
                Connection.class,
                real,
                (method, answer) -> answer instanceof PreparedStatement statement && method.equals("COMMIT")
                        ? wrap(PreparedStatement.class, statement, (name, result) -> result)
                        : answer);
    }

    private interface Answer {
        Object replace(String subject, Object answer);
    }

    private <T> T wrap(Class<T> type, T real, Answer answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (type == PreparedStatement.class && method.getName().equals("execute") && !faults.isEmpty()) {
                        throw faults.remove();
                    }
                    try {
                        Object answer = method.invoke(real, arguments);
                        return arguments == null ? answer : answers.replace(String.valueOf(arguments[0]), answer);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }
}
