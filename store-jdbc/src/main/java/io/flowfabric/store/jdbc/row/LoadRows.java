package io.flowfabric.store.jdbc.row;

import io.flowfabric.engine.EngineLoad;
import io.flowfabric.model.id.LaneId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** The answer to the question how much there is: rows of what is counted, of which lane, and the number. */
public final class LoadRows {
    private LoadRows() {}

    /** Reads all rows of {@code (figure, lane, number)}; a figure without a row is 0. */
    public static EngineLoad read(ResultSet rows) throws SQLException {
        var backlog = new HashMap<LaneId, Long>();
        var figures = new HashMap<String, Long>();
        while (rows.next()) {
            String figure = rows.getString(1);
            long number = rows.getLong(3);
            if (figure.equals("backlog")) {
                backlog.put(new LaneId(rows.getString(2)), number);
            } else {
                figures.put(figure, number);
            }
        }
        return new EngineLoad(
                backlog,
                of(figures, "delayed"),
                of(figures, "held"),
                of(figures, "reclaimable"),
                of(figures, "workers"),
                new EngineLoad.FollowUps(of(figures, "follow_ups"), of(figures, "failing")));
    }

    private static long of(Map<String, Long> figures, String name) {
        return figures.getOrDefault(name, 0L);
    }
}
