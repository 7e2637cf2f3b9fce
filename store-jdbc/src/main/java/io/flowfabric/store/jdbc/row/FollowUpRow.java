package io.flowfabric.store.jdbc.row;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.read.StoredFollowUp;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A follow-up as a row. */
public final class FollowUpRow {
    /** What {@link #read} wants. */
    public static final String COLUMNS = "number, kind, subject, position, failures";

    private FollowUpRow() {}

    public static StoredFollowUp read(ResultSet row) throws SQLException {
        var followUp = new FollowUp(new FollowUpKind(row.getString(2)), row.getString(3), row.getString(4));
        return new StoredFollowUp(row.getLong(1), followUp, row.getInt(5));
    }
}
