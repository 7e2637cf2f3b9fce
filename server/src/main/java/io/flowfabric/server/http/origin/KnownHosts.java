package io.flowfabric.server.http.origin;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The host names under which a server answers. A page whose own host name resolves to this address calls under that
 * name (DNS rebinding), and its browser takes the two for one site. IP addresses cannot be rebound and are always
 * accepted.
 *
 * @param names besides {@code localhost} and addresses; {@code *} for all
 */
public record KnownHosts(List<String> names) {
    /** Every name. */
    public static final KnownHosts ANY = new KnownHosts(List.of("*"));

    private static final Pattern ADDRESS =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[?[0-9a-f:.%]*:[0-9a-f:.%]*]?");

    public KnownHosts {
        names = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    boolean knows(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return names.contains("*")
                || names.contains(name)
                || name.equals("localhost")
                || ADDRESS.matcher(name).matches();
    }
}
