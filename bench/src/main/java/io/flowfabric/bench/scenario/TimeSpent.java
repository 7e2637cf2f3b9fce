package io.flowfabric.bench.scenario;

import io.flowfabric.bench.measure.StatementProfile;
import io.flowfabric.bench.store.PostgresHost;
import io.flowfabric.bench.system.FlowFabricRun;
import java.sql.SQLException;
import java.util.Locale;

/** Where the time goes on PostgreSQL: one more run of S1, which does not count, with the statements counted. */
final class TimeSpent {
    private static final int SHOWN = 8;
    private static final int SHOWN_CHARS = 60;

    private TimeSpent() {}

    static void show(Session session, PostgresHost host) throws SQLException {
        var load = session.load();
        session.progress().phase("S1 flowfabric on %s, where the time goes".formatted(host.store()));
        try (var benchStore = host.fresh()) {
            var profile = StatementProfile.start(benchStore);
            if (profile.isEmpty()) {
                session.progress()
                        .say("Where the time goes is not shown: the server has no pg_stat_statements for us.");
                return;
            }
            try (var contestant = new FlowFabricRun(benchStore, load.workers(), load.processes())) {
                contestant.prepare();
                contestant.submit(load.executions(), load.payload());
                contestant.drain();
            }
            session.progress()
                    .say("Where the time of %s goes in S1 (share of all statements' time):".formatted(host.store()));
            for (var line : profile.get().top(SHOWN)) {
                session.progress().say(describe(line, load.executions()));
            }
        }
        session.progress().say("");
    }

    private static String describe(StatementProfile.Line line, int executions) {
        var text = line.statement();
        return String.format(
                Locale.ROOT,
                "  %4.1f %%  %7.1f µs and %.4f calls per execution, %5.1f rows per call  %s",
                100 * line.share(),
                1000 * line.millis() / executions,
                line.calls() / (double) executions,
                line.rows() / (double) Math.max(line.calls(), 1),
                text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "…" : text);
    }
}
