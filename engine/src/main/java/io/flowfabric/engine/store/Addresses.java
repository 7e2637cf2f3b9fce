package io.flowfabric.engine.store;

/** Addresses of stores and servers as text. Stateless. */
public final class Addresses {
    private Addresses() {}

    /**
     * An address as it may be shown and logged, whether or not it is well-formed. Rather too much is hidden than too
     * little: everything before the last {@code @}, for a password may hold any character.
     */
    public static String withoutSecrets(String address) {
        return address.replaceFirst("//.*@", "//***@").replaceAll("(?i)(password=)[^&]*", "$1***");
    }
}
