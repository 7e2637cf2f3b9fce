package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.engine.store.StoreHealth;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Settings of the database's server that lose data, break a promise or slow everything down. The worst is told first. */
final class SettingsCheck implements Check {
    private static final String SLOWLY_FORGOTTEN = "Dead rows pile up, and every claim steps over them.";

    /** A second; the engine asks nothing that takes longer while a store is sound. */
    private static final int LEAST_STATEMENT_TIMEOUT_MS = 1_000;

    /** A pool of ours, so that one more process can start. */
    private static final int SPARE_CONNECTIONS = 15;

    /** PostgreSQL 14 is supported until November 2026, and each later one for a year longer. */
    private static final int YEARS_BEHIND_MAJOR = 2012;

    private static final Predicate<String> OFF = "off"::equals;

    /** Behind so many characters stand the rights of others, as {@code ls} writes them. */
    private static final int OWNERS_RIGHTS = 3;

    private record Harm(String setting, Predicate<String> bad, String why, String remedy) {}

    private static final List<Harm> HARMS = List.of(
            new Harm(
                    "file_permissions",
                    value -> !value.startsWith("------", OWNERS_RIGHTS),
                    "Other users of this machine read payloads, results and keys in the file.",
                    "chmod 600 the file and those beside it (-wal, -shm, -turn), and chmod 700 their directory."),
            new Harm(
                    "directory_permissions",
                    value -> value.indexOf('w', OWNERS_RIGHTS) >= 0,
                    "Other users of this machine put another file in the place of the store.",
                    "chmod 700 the directory of the store, or move the store to one of its own."),
            new Harm(
                    "fsync",
                    OFF,
                    "After a crash of the machine the database may be beyond repair.",
                    "Set fsync = on in postgresql.conf."),
            new Harm(
                    "full_page_writes",
                    OFF,
                    "After a crash of the machine pages may be half written.",
                    "Set full_page_writes = on in postgresql.conf."),
            new Harm(
                    "synchronous_commit",
                    OFF,
                    "What was answered as stored may be gone after a crash.",
                    "Set synchronous_commit = on for this role and database."),
            new Harm(
                    "default_transaction_isolation",
                    value -> !value.equals("read committed"),
                    "The engine locks rows and reads after; at another isolation it reads what was there before the lock.",
                    "ALTER ROLE … RESET default_transaction_isolation, likewise for the database."),
            new Harm(
                    "default_transaction_read_only",
                    "on"::equals,
                    "Nothing can be written: a standby, or a database that is being moved.",
                    "Use the address of the primary, or reset default_transaction_read_only."),
            new Harm("autovacuum", OFF, SLOWLY_FORGOTTEN, "Set autovacuum = on."),
            new Harm(
                    "track_counts", OFF, SLOWLY_FORGOTTEN, "Set track_counts = on; autovacuum goes by what it counts."),
            new Harm(
                    "statement_timeout",
                    value -> isBetweenNoneAnd(value, LEAST_STATEMENT_TIMEOUT_MS),
                    "The server cancels reads and migrations long before their callers give up.",
                    "Set statement_timeout = 0 for this role; the engine ends its own statements at the deadline of the call."),
            new Harm(
                    "idle_session_timeout",
                    value -> !value.equals("0"),
                    "The server ends the session that listens for wake-ups, again and again.",
                    "Set idle_session_timeout = 0 for this role."));

    @Override
    public String subject() {
        return "settings";
    }

    @Override
    public Diagnosis look(CheckTarget target) {
        return target.health().map(health -> look(health, target.here())).orElse(DatabaseCheck.OUT_OF_REACH);
    }

    private static Diagnosis look(StoreHealth health, Clock here) {
        var settings = health.settings();
        for (Harm harm : HARMS) {
            String value = settings.get(harm.setting());
            if (value != null && harm.bad().test(value)) {
                return new Finding(harm.setting() + " is " + value, harm.why(), harm.remedy());
            }
        }
        var crowded = health.connections().filter(all -> all.most() - all.open() < SPARE_CONNECTIONS);
        if (crowded.isPresent()) {
            return new Finding(
                    "%d of %d connections are open"
                            .formatted(crowded.get().open(), crowded.get().most()),
                    "Another process of FlowFabric gets no connections for its pool; calls wait for connections.",
                    "Raise max_connections, or give each process fewer (FF_POSTGRES_POOL_SIZE, withConnections).");
        }
        return isUnsupported(settings, LocalDate.ofInstant(here.instant(), ZoneOffset.UTC))
                ? new Finding(
                        "PostgreSQL %d gets no more fixes".formatted(major(settings)),
                        "Errors and holes that are found from now on stay.",
                        "Move to a newer major version.")
                : new Fine("the server's settings do no harm");
    }

    private static boolean isUnsupported(Map<String, String> settings, LocalDate today) {
        return major(settings) > 0 && today.isAfter(LocalDate.of(major(settings) + YEARS_BEHIND_MAJOR, 11, 30));
    }

    private static int major(Map<String, String> settings) {
        return Integer.parseInt(settings.getOrDefault("server_version_num", "0")) / 10_000;
    }

    private static boolean isBetweenNoneAnd(String millis, int least) {
        int timeout = Integer.parseInt(millis);
        return timeout > 0 && timeout < least;
    }
}
