package io.flowfabric.server.http.origin;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The origins whose pages in browsers may call the server: none unless configured, all with {@code *}.
 *
 * @param values each as a browser writes it, such as {@code https://shop.example}
 */
public record AllowedOrigins(List<String> values) {
    private static final Logger LOG = LoggerFactory.getLogger(AllowedOrigins.class);
    private static final String ANY = "*";

    public AllowedOrigins {
        values = List.copyOf(values);
    }

    /**
     * The valid origins among some texts.
     *
     * @throws IllegalArgumentException if there are texts and none is valid
     */
    public static AllowedOrigins of(List<String> texts) {
        var usable = texts.stream().filter(AllowedOrigins::isHeaderValue).toList();
        if (usable.isEmpty() && !texts.isEmpty()) {
            throw new IllegalArgumentException(
                    "FF_CORS_ORIGINS: none of %s is a valid header value; write origins such as https://shop.example"
                            .formatted(texts));
        }
        if (usable.size() < texts.size()) {
            LOG.warn("FF_CORS_ORIGINS: entries that are not valid header values are ignored; {} remain", usable);
        }
        return new AllowedOrigins(usable);
    }

    boolean any() {
        return values.contains(ANY);
    }

    boolean allows(String origin) {
        return any() || values.contains(origin);
    }

    private static boolean isHeaderValue(String origin) {
        return !origin.isEmpty() && origin.chars().allMatch(c -> c > 0x20 && c < 0x7F);
    }
}
