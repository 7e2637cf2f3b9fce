package io.flowfabric.remote;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How a client and a server know each other.
 *
 * @param key what the server is shown; none for a server that is open
 * @param authorities a file with the certificates, as PEM, of those whose word is taken for who the server is; the ones
 *     that Java trusts without it
 */
public record Credentials(Optional<String> key, Optional<Path> authorities) {

    /** No key, and the authorities that Java trusts. */
    public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());

    /** @throws EngineException {@code invalid_input} if the key cannot be sent */
    public Credentials {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(authorities, "authorities");
        if (key.filter(text -> !isSendable(text)).isPresent()) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "key",
                            "A key is at least one visible ASCII character, without blanks or line ends around it.")
                    .toException();
        }
    }

    private static boolean isSendable(String key) {
        return !key.isEmpty() && key.strip().equals(key) && key.chars().allMatch(c -> c >= 0x20 && c < 0x7F);
    }

    /** The same with another key, or none. */
    public Credentials withKey(Optional<String> value) {
        return new Credentials(value, authorities);
    }

    /** The same with other authorities, or those that Java trusts. */
    public Credentials withAuthorities(Optional<Path> value) {
        return new Credentials(key, value);
    }

    /** Without the key, which does not belong in logs. */
    @Override
    public String toString() {
        return (key.isPresent() ? "with a key" : "without a key")
                + authorities.map(file -> ", trusting " + file).orElse("");
    }
}
