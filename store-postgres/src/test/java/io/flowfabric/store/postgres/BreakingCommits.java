package io.flowfabric.store.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/** Gives connections that break around their COMMIT, once, when told to. */
final class BreakingCommits {
    /** When the connection breaks. */
    enum Break {
        NEVER,
        BEFORE_COMMIT,
        AFTER_COMMIT,
        /** As {@link #AFTER_COMMIT}, and no connection is to be had after that. */
        AFTER_COMMIT_FOR_GOOD
    }

    private final DataSource dataSource;
    private final AtomicReference<Break> next = new AtomicReference<>(Break.NEVER);
    private volatile boolean gone;

    BreakingCommits(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    void breakNext(Break when) {
        next.set(when);
    }

    DataSource dataSource() {
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
            var when = method.getName().equals("commit") ? next.getAndSet(Break.NEVER) : Break.NEVER;
            if (when == Break.NEVER) {
                return call(() -> method.invoke(connection, arguments));
            }
            if (when != Break.BEFORE_COMMIT) {
                connection.commit();
            }
            gone = when == Break.AFTER_COMMIT_FOR_GOOD;
            connection.abort(Runnable::run);
            throw lost();
        });
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
