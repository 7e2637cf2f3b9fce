package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.claim.ClaimScan.Position;
import io.flowfabric.store.jdbc.queue.FirstKeys;
import io.flowfabric.store.postgres.table.PostgresClaimQueries.Found;
import io.flowfabric.store.postgres.table.PostgresClaimQueries.LaneScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How far the poll of one lane has come. Belongs to one transaction. */
final class LaneWalk {
    /** So many more keys are read than rows are wanted, for those that other claimers are just taking. */
    private static final int SPARE_KEYS = 16;

    /** As many keys are read at once when more and more of them turn out to be held by others. */
    private static final int MOST_KEYS = 4096;

    private final ClaimScan scan;
    private final List<Found> found = new ArrayList<>();
    private Optional<Position> after;
    private int keys;
    private boolean complete = true;
    private boolean over;

    LaneWalk(ClaimScan scan) {
        this.scan = scan;
        this.after = scan.after();
        this.keys = scan.limit() + SPARE_KEYS;
    }

    List<Integer> queues() {
        return scan.queues();
    }

    /** Behind which it reads next; from the front when empty. */
    Optional<Position> after() {
        return after;
    }

    int wanted() {
        return scan.limit() - found.size();
    }

    int keys() {
        return keys;
    }

    /** So many keys each queue gives at first. */
    int firstKeys() {
        return FirstKeys.ofEachQueue(keys, scan.queues().size());
    }

    boolean isOver() {
        return over;
    }

    /**
     * A statement has locked rows.
     *
     * @param rows in the order of the lane
     * @param lastPlace the place of the last of them among the keys
     * @param read so many keys there were
     * @param lastKey where the last key stands
     */
    void took(List<Found> rows, int lastPlace, int read, Optional<Position> lastKey) {
        boolean enough = rows.size() == wanted();
        complete &= rows.size() == (enough ? lastPlace : read);
        over = enough || read < keys;
        after = lastKey;
        keys = Math.min(2 * keys, MOST_KEYS);
        found.addAll(rows);
    }

    /** It did not read everything. */
    void leftOutSome() {
        complete = false;
    }

    LaneScan look() {
        return new LaneScan(List.copyOf(found), complete);
    }
}
