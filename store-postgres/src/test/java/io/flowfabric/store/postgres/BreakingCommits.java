package io.flowfabric.store.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/** Gives connections that break around their COMMIT, once, when told to. */
public final class BreakingCommits {
    /** When the connection breaks. */
    public enum Break {
        NEVER,
        BEFORE_COMMIT,
        AFTER_COMMIT,
        /** As {@link #AFTER_COMMIT}, and no connection is to be had after that. */
        AFTER_COMMIT_FOR_GOOD
    }

    private final DataSource dataSource;
    private final AtomicReference<Break> next = new AtomicReference<>(Break.NEVER);
    private volatile boolean gone;

    public BreakingCommits(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    public void breakNext(Break when) {
        next.set(when);
    }

    public DataSource dataSource() {
        return proxy(DataSource.class, (proxy, method, arguments) -> {
            if (gone) {
                throw lost();
            }
            Object answer = call(() -> method.invoke(dataSource, arguments));
            return answer instanceof Connection connection ? breaking(connection) : answer;
        });
    }

    private Connection breaking(Connection connection) {
        return proxy(Connection.class, (proxy, method, arguments) -> {
            Call invocation = () -> method.invoke(connection, arguments);
            if (method.getName().equals("commit")) {
                return commit(connection, invocation);
            }
            Object answer = call(invocation);
            return answer instanceof PreparedStatement statement && ((String) arguments[0]).endsWith("COMMIT")
                    ? breaking(connection, statement)
                    : answer;
        });
    }

    private PreparedStatement breaking(Connection connection, PreparedStatement committing) {
        return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
            Call invocation = () -> method.invoke(committing, arguments);
            return method.getName().equals("execute") ? commit(connection, invocation) : call(invocation);
        });
    }

    private Object commit(Connection connection, Call invocation) throws Throwable {
        var when = next.getAndSet(Break.NEVER);
        if (when == Break.NEVER) {
            return call(invocation);
        }
        if (when != Break.BEFORE_COMMIT) {
            call(invocation);
        }
        gone = when == Break.AFTER_COMMIT_FOR_GOOD;
        connection.abort(Runnable::run);
        throw lost();
    }

    private static SQLException lost() {
        return new SQLException("The connection broke", "08006");
    }

    private interface Call {
        Object run() throws ReflectiveOperationException;
    }

    private static Object call(Call call) throws Throwable {
        try {
            return call.run();
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
