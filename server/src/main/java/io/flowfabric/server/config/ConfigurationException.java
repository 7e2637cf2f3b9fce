package io.flowfabric.server.config;

/** An invalid setting keeps the server from starting. The message names the setting, its value, and the way out. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message);
    }
}
