package io.flowfabric.bench.scenario;

import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStores;
import java.util.List;

/** A piece of work that is measured. */
public interface Scenario {

    /** What it is about, in a few words. */
    String title();

    /** Whether a run that is kept short includes it on every major of PostgreSQL, and not only on the newest. */
    default boolean isOnEveryMajor() {
        return false;
    }

    /** Runs it on stores that no other scenario uses meanwhile. */
    List<Result> run(Session session, BenchStores stores) throws Exception;
}
