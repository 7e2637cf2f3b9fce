package io.flowfabric.sdk;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The file is closed and opened. */
@Timeout(600)
class SoakOnSqliteTest {
    @Test
    void nothingIsLostOrDoubledOrLeaked(@TempDir Path folder) throws Exception {
        Soak.run("sqlite:" + folder.resolve("soak.db"), engine -> engine::restart);
    }
}
