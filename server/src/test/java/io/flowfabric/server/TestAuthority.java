package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.auth.TlsKeystore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A private certificate authority, and its certificate for a server at {@code localhost}. Created once per JVM. */
record TestAuthority(Path certificate, Path serverKeystore) {
    static final String PASSWORD = "k3ystore-pw";

    private static final List<String> NEW_PAIR = List.of("-genkeypair", "-keyalg", "EC");

    private static final List<String> BRIEF = List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC");

    private static final class Founded {
        static final TestAuthority AUTHORITY = found();
    }

    /** The one that all tests share. */
    static TestAuthority shared() {
        return Founded.AUTHORITY;
    }

    private static TestAuthority found() {
        try {
            var directory = Files.createTempDirectory("ff-authority");
            var founded = in(directory);
            try (var files = Files.list(directory)) {
                // In the reverse order, the directory after its files.
                directory.toFile().deleteOnExit();
                files.forEach(file -> file.toFile().deleteOnExit());
            }
            return founded;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static TestAuthority in(Path directory) throws IOException, InterruptedException {
        var authority = directory.resolve("authority.p12");
        var server = directory.resolve("server.p12");
        var certificate = directory.resolve("ca.pem");
        var request = directory.resolve("server.csr");
        var signed = directory.resolve("server.pem");
        keytool(authority, "ca", NEW_PAIR, "-dname", "CN=own authority", "-ext", "bc:c");
        keytool(authority, "ca", List.of("-exportcert", "-rfc"), "-file", certificate.toString());
        keytool(server, "server", NEW_PAIR, "-dname", "CN=localhost");
        keytool(server, "server", List.of("-certreq"), "-file", request.toString());
        keytool(
                authority,
                "ca",
                List.of("-gencert", "-rfc", "-ext", "san=dns:localhost"),
                "-infile",
                request.toString(),
                "-outfile",
                signed.toString());
        keytool(server, "ca", List.of("-importcert", "-noprompt"), "-file", certificate.toString());
        keytool(server, "server", List.of("-importcert", "-noprompt"), "-file", signed.toString());
        return new TestAuthority(certificate, server);
    }

    /** The keystore of the server. */
    ServerConfig.Shield shield() {
        return new ServerConfig.Shield(false, Optional.of(TlsKeystore.open(serverKeystore, PASSWORD)), List.of());
    }

    /** The certificate that a client trusts. */
    SSLContext trust() {
        try {
            var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(KeyStore.getInstance(serverKeystore.toFile(), PASSWORD.toCharArray()));
            var context = SSLContext.getInstance("TLS");
            context.init(null, trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalStateException(unusable);
        }
    }

    private static void keytool(Path keystore, String alias, List<String> command, String... more)
            throws IOException, InterruptedException {
        var line = new ArrayList<String>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        line.addAll(BRIEF);
        line.addAll(command);
        line.addAll(List.of("-alias", alias, "-storetype", "PKCS12", "-storepass", PASSWORD));
        line.addAll(List.of("-keystore", keystore.toString()));
        line.addAll(List.of(more));
        var keytool = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(said).isZero();
    }
}
