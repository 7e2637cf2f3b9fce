package io.flowfabric.server;

import io.flowfabric.engine.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.io.TempDir;

/** Behind TLS the end of a connection is read from another layer. */
class TlsVanishingClientTest extends VanishingClientContract {
    private final TestAuthority authority = TestAuthority.shared();
    private final SSLContext trust = authority.trust();

    @TempDir
    Path directory;

    @Override
    Store openStore() {
        return TestStores.sqlite(directory);
    }

    @Override
    ServerConfig config() {
        return ServerConfig.LOOPBACK.withAccess(ServerConfig.Access.OPEN.with(authority.shield()));
    }

    @Override
    HttpCaller caller(FlowFabricServer of) {
        return HttpCaller.secure(of.address(), trust);
    }

    @Override
    Wire connect(FlowFabricServer to, int receiveBuffer) throws IOException {
        return Wire.secure(to.address(), receiveBuffer, trust);
    }
}
