package io.flowfabric.embedded;

import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;

/** Finds the archive of a release in a folder of the class path. */
record ProgramsInFolder(String folder) implements PgBinaryResolver {

    @Override
    public InputStream getPgBinary(String system, String machine) {
        String name = "postgres-%s-%s.txz".formatted(system, machine).toLowerCase(Locale.ROOT);
        return Optional.ofNullable(getClass().getClassLoader().getResourceAsStream(folder + "/" + name))
                .orElseThrow(() -> new IllegalStateException(PostgresServer.MISSING + ": " + folder + "/" + name));
    }
}
