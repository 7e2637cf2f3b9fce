package io.flowfabric.server.config;

/** A setting that keeps the server from starting. The message names it, what it was, and what it should be. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message);
    }
}
