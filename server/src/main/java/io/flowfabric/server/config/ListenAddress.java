package io.flowfabric.server.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The address the server listens on: loopback, unless another is set and the server has keys and TLS. */
final class ListenAddress {
    private ListenAddress() {}

    /**
     * @param keyed whether every request needs a key
     * @throws ConfigurationException if the address is open to callers without a key, or keys and payloads would pass
     *     in plain text
     */
    static InetSocketAddress of(Settings settings, boolean keyed) {
        String text = settings.text(Setting.LISTEN_ADDR);
        var address = parse(text);
        if (settings.isOn(Setting.INSECURE) || isLoopback(address, text)) {
            return address;
        }
        if (!keyed) {
            throw Settings.broken(
                    Setting.LISTEN_ADDR,
                    text,
                    "every client in the network could administrate: set FF_API_TOKEN or FF_API_KEYS_FILE, listen on"
                            + " 127.0.0.1, or set FF_INSECURE=1");
        }
        if (!settings.isGiven(Setting.TLS_KEYSTORE) && !settings.isOn(Setting.PLAIN_HTTP)) {
            throw Settings.broken(
                    Setting.LISTEN_ADDR,
                    text,
                    "keys and payloads would travel in plain text: set FF_TLS_KEYSTORE, listen on 127.0.0.1, or set"
                            + " FF_PLAIN_HTTP=1 if a proxy in front speaks TLS");
        }
        return address;
    }

    private static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port >= 0 && port <= 65_535) {
                return InetSocketAddress.createUnresolved(text.substring(0, colon), port);
            }
        } catch (NumberFormatException noPort) {
            // Reported below.
        }
        throw Settings.broken(Setting.LISTEN_ADDR, text, "write host:port, such as 127.0.0.1:9090");
    }

    private static boolean isLoopback(InetSocketAddress address, String text) {
        try {
            return InetAddress.getByName(address.getHostString()).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw Settings.broken(Setting.LISTEN_ADDR, text, "no such host is known");
        }
    }
}
