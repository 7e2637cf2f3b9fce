package io.flowfabric.sdk;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections of a caller's own to the database of an address. */
public final class Postgres {
    private Postgres() {}

    /** Every connection it gives is a new one. */
    public static PGSimpleDataSource dataSource(String address) {
        var parts = URI.create(address);
        var login = parts.getUserInfo().split(":", 2);
        var source = new PGSimpleDataSource();
        source.setUrl("jdbc:postgresql://%s:%d%s".formatted(parts.getHost(), parts.getPort(), parts.getPath()));
        source.setUser(login[0]);
        if (login.length > 1) {
            source.setPassword(login[1]);
        }
        return source;
    }

    static Connection connect(String address) throws SQLException {
        return dataSource(address).getConnection();
    }

    /** The schema that it ends with. */
    public static String schema(String address) {
        return address.substring(address.lastIndexOf('=') + 1);
    }
}
