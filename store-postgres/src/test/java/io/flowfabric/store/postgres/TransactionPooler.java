package io.flowfabric.store.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** A pooler in transaction mode: every transaction of a client's connection runs on another connection to the server. */
public final class TransactionPooler implements AutoCloseable {
    private final DataSource servers;
    private final BlockingQueue<Connection> idle = new LinkedBlockingQueue<>();

    public TransactionPooler(DataSource servers, int connections) throws SQLException {
        this.servers = servers;
        for (int i = 0; i < connections; i++) {
            idle.add(servers.getConnection());
        }
    }

    public DataSource dataSource() {
        return proxy(DataSource.class, (proxy, method, arguments) -> {
            if (!method.getName().equals("getConnection")) {
                throw new UnsupportedOperationException(method.getName());
            }
            return proxy(Connection.class, new ClientConnection());
        });
    }

    /** The connections to the server that are not in use at the moment. */
    List<Connection> idle() {
        return List.copyOf(idle);
    }

    @Override
    public void close() throws SQLException {
        for (Connection server : idle) {
            server.close();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** What a client takes for one connection. Used by one thread at a time. */
    private final class ClientConnection implements InvocationHandler {
        private boolean autoCommit = true;
        private @Nullable Connection server;
        private @Nullable Connection silent;

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            switch (method.getName()) {
                case "setAutoCommit" -> {
                    giveBack();
                    autoCommit = (boolean) arguments[0];
                    return null;
                }
                case "commit", "rollback" -> {
                    if (server != null) {
                        call(server, method, arguments);
                        giveBack();
                    }
                    return null;
                }
                case "close" -> {
                    giveBack();
                    if (silent != null) {
                        silent.close();
                    }
                    return null;
                }
                case "unwrap" -> {
                    return listened();
                }
                case "getNetworkTimeout" -> {
                    return 0;
                }
                case "setNetworkTimeout" -> {
                    // Of the client's connection to the pooler, which is none here.
                    return null;
                }
                case "isClosed" -> {
                    return false;
                }
                case "setTransactionIsolation" -> {
                    return outsideTransaction(method, arguments);
                }
                default -> {
                    return call(inTransaction(), method, arguments);
                }
            }
        }

        /** Notifications go to the server's connection that listened, and no further. */
        private PGConnection listened() throws SQLException {
            silent = servers.getConnection();
            return silent.unwrap(PGConnection.class);
        }

        private @Nullable Object outsideTransaction(Method method, Object @Nullable [] arguments) throws Throwable {
            giveBack();
            Connection any = nextIdle();
            try {
                return call(any, method, arguments);
            } finally {
                idle.add(any);
            }
        }

        private Connection nextIdle() throws SQLException {
            try {
                return idle.take();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SQLException("interrupted while all connections of the pooler are in use", interrupted);
            }
        }

        private Connection inTransaction() throws SQLException {
            if (autoCommit) {
                giveBack();
            }
            if (server == null) {
                server = nextIdle();
                server.setAutoCommit(autoCommit);
            }
            return server;
        }

        private void giveBack() throws SQLException {
            if (server != null) {
                if (!server.getAutoCommit()) {
                    server.rollback();
                    server.setAutoCommit(true);
                }
                idle.add(server);
                server = null;
            }
        }

        private static @Nullable Object call(Connection on, Method method, Object @Nullable [] arguments)
                throws Throwable {
            try {
                return method.invoke(on, arguments);
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
            }
        }
    }
}
