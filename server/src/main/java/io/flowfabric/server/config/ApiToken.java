package io.flowfabric.server.config;

import io.flowfabric.server.auth.Keys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The key with all scopes, from the environment or from a file, as secrets are mounted into containers. */
final class ApiToken {
    private static final int LONGEST_FILE = 4096;

    private ApiToken() {}

    /**
     * @throws ConfigurationException if it is given twice, too short, or its file cannot be read; the message has no
     *     key
     */
    static Optional<String> of(Settings settings) {
        if (!settings.isGiven(Setting.API_TOKEN_FILE)) {
            return settings.isGiven(Setting.API_TOKEN)
                    ? Optional.of(checked(Setting.API_TOKEN, "***", settings.text(Setting.API_TOKEN)))
                    : Optional.empty();
        }
        String file = settings.text(Setting.API_TOKEN_FILE);
        if (settings.isGiven(Setting.API_TOKEN)) {
            throw Settings.broken(Setting.API_TOKEN_FILE, file, "FF_API_TOKEN is set, too; unset one of them");
        }
        return Optional.of(read(file));
    }

    private static String checked(Setting setting, String shown, String token) {
        if (!Keys.isToken(token)) {
            throw Settings.broken(
                    setting,
                    shown,
                    "use a key of 16 to 512 visible ASCII characters, such as the output of openssl rand -hex 32");
        }
        return token;
    }

    private static String read(String file) {
        try (var in = Files.newInputStream(Path.of(file))) {
            String token = new String(in.readNBytes(LONGEST_FILE), StandardCharsets.UTF_8).strip();
            return checked(Setting.API_TOKEN_FILE, file, token);
        } catch (IOException unreadable) {
            throw Settings.broken(
                    Setting.API_TOKEN_FILE,
                    file,
                    "it cannot be read (%s)".formatted(unreadable.getClass().getSimpleName()));
        }
    }
}
