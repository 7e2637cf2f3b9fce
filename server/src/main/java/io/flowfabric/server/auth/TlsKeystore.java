package io.flowfabric.server.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The certificate of the server and its private key, in a keystore of PKCS #12 or JKS. */
public final class TlsKeystore {
    private final KeyStore store;
    private final String password;

    private TlsKeystore(KeyStore store, String password) {
        this.store = store;
        this.password = password;
    }

    /**
     * Opens a keystore.
     *
     * @throws IllegalArgumentException if it cannot be opened, or has no private key; the message does not contain the
     *     password
     */
    public static TlsKeystore open(Path file, String password) {
        try {
            if (!Files.isReadable(file)) {
                throw new IllegalArgumentException("%s cannot be read".formatted(file));
            }
            var store = KeyStore.getInstance(file.toFile(), password.toCharArray());
            boolean usable = false;
            for (String alias : Collections.list(store.aliases())) {
                usable |= store.isKeyEntry(alias);
            }
            if (!usable) {
                throw new IllegalArgumentException("%s has no private key".formatted(file));
            }
            return new TlsKeystore(store, password);
        } catch (IOException | GeneralSecurityException refused) {
            throw new IllegalArgumentException(
                    "%s is not a PKCS #12 or JKS keystore, or the password is wrong".formatted(file));
        }
    }

    /** The TLS configuration for Jetty. */
    public SslContextFactory.Server contextFactory() {
        var factory = new SslContextFactory.Server();
        factory.setKeyStore(store);
        factory.setKeyStorePassword(password);
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        return factory;
    }

    /** Without path and password. */
    @Override
    public String toString() {
        return "TlsKeystore";
    }
}
