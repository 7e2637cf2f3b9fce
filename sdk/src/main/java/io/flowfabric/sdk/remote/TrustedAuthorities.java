package io.flowfabric.sdk.remote;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The certificate authorities to trust for servers, instead of the ones that Java trusts. */
final class TrustedAuthorities {
    private TrustedAuthorities() {}

    /** An SSL context that trusts the certificates in a file. */
    static SSLContext in(Path file) {
        try {
            var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(keystore(certificates(file)));
            var context = SSLContext.getInstance("TLS");
            context.init(null, trusted.getTrustManagers(), null);
            return context;
        } catch (IOException unreadable) {
            throw refused(file, "cannot be read: " + unreadable.getClass().getSimpleName());
        } catch (GeneralSecurityException broken) {
            throw refused(file, "does not contain certificates: " + broken.getMessage());
        }
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws IOException, GeneralSecurityException {
        try (var in = Files.newInputStream(file)) {
            var certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw refused(file, "is empty");
            }
            return certificates;
        }
    }

    private static KeyStore keystore(Collection<? extends Certificate> certificates)
            throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        return store;
    }

    private static EngineException refused(Path file, String why) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "authorities: %s %s".formatted(file, why),
                        "Name a PEM file with the certificates of the authorities that issue the server's certificate.")
                .toException();
    }
}
