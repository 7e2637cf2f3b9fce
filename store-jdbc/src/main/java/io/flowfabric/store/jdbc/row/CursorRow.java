package io.flowfabric.store.jdbc.row;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorLease;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.id.Namespace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A named cursor as a row. */
public final class CursorRow {
    /** The columns of the row, in the order of {@link #values} and {@link #read}; the first two are its key. */
    public static final String COLUMNS = "namespace, name, position, epoch, holder, lease_ends_at, changed_at";

    private CursorRow() {}

    /** What the columns hold for a cursor. */
    public static @Nullable Object[] values(NamedCursor cursor) {
        return new @Nullable Object[] {
            cursor.key().namespace().value(),
            cursor.key().name().value(),
            cursor.position().number().orElseThrow(),
            cursor.epoch(),
            cursor.lease().map(lease -> lease.holder().value()).orElse(null),
            cursor.lease().map(CursorLease::expiresAt).orElse(null),
            cursor.changedAt()
        };
    }

    /** Reads a row that consists of {@link #COLUMNS}. */
    public static NamedCursor read(ResultSet row) throws SQLException {
        var holder = Optional.ofNullable(row.getString(5));
        long leaseEndsAt = row.getLong(6);
        return new NamedCursor(
                new CursorKey(new Namespace(row.getString(1)), new CursorName(row.getString(2))),
                EventCursor.ofNumber(row.getLong(3)),
                row.getLong(4),
                holder.map(name -> new CursorLease(new SubscriberId(name), leaseEndsAt)),
                row.getLong(7));
    }
}
