package io.flowfabric.server.auth;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.model.Literals;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.server.http.Principal;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads keys from a file. A misspelt member is refused, because a binding or a limit would be missing otherwise. Error
 * texts name places and keys, never the content, which may be a token.
 */
final class KeyFile {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final Set<String> MEMBERS = Set.of(
            "name", "token", "scopes", "namespace", "submits_as", "max_requests", "max_parked", "max_event_streams");
    private static final int MOST_BYTES = 4 << 20;
    private static final int MOST_KEYS = 10_000;
    private static final int MOST_PLACES = 1_000_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private KeyFile() {}

    /** A file that cannot be used. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        Broken(String message) {
            super(message);
        }
    }

    static List<ApiKey> read(Path file) throws Broken {
        JsonNode list = tree(file);
        if (!list.isArray()) {
            throw new Broken("a JSON array of keys is expected");
        }
        if (list.size() > MOST_KEYS) {
            throw new Broken("it has %d keys; at most %d are allowed".formatted(list.size(), MOST_KEYS));
        }
        var keys = new ArrayList<ApiKey>();
        for (JsonNode entry : list) {
            keys.add(key(entry, keys.size() + 1));
        }
        return keys;
    }

    /** Refuses keys with the same name or the same token. */
    static void tellApart(List<ApiKey> keys) throws Broken {
        var names = new HashSet<String>();
        for (int i = 0; i < keys.size(); i++) {
            var key = keys.get(i);
            if (!names.add(key.holder().name())) {
                throw new Broken("there are two keys with the name %s"
                        .formatted(key.holder().name()));
            }
            for (ApiKey earlier : keys.subList(0, i)) {
                if (key.hasTokenOf(earlier)) {
                    throw new Broken("the keys %s and %s have the same token"
                            .formatted(earlier.holder().name(), key.holder().name()));
                }
            }
        }
    }

    private static JsonNode tree(Path file) throws Broken {
        try (var in = Files.newInputStream(file)) {
            byte[] text = in.readNBytes(MOST_BYTES + 1);
            if (text.length > MOST_BYTES) {
                throw new Broken("it is longer than %d bytes".formatted(MOST_BYTES));
            }
            return JSON.readTree(text);
        } catch (JsonProcessingException malformed) {
            var place = malformed.getLocation();
            throw new Broken(
                    place == null
                            ? "it is not JSON"
                            : "it is not JSON at line %d, column %d".formatted(place.getLineNr(), place.getColumnNr()));
        } catch (NoSuchFileException missing) {
            throw new Broken("there is no such file");
        } catch (AccessDeniedException denied) {
            throw new Broken("this user may not read it");
        } catch (IOException unreadable) {
            throw new Broken(
                    "it cannot be read (%s)".formatted(unreadable.getClass().getSimpleName()));
        }
    }

    private static ApiKey key(JsonNode entry, int place) throws Broken {
        if (!entry.isObject()) {
            throw new Broken("entry %d is not an object".formatted(place));
        }
        String name = entry.path("name").asText("");
        if (!NAME.matcher(name).matches()) {
            throw new Broken(
                    "entry %d needs a name of 1 to 64 letters, digits, dots, dashes and underscores".formatted(place));
        }
        for (var members = entry.fieldNames(); members.hasNext(); ) {
            if (!MEMBERS.contains(members.next())) {
                throw new Broken("key %s has an unknown member; known are %s"
                        .formatted(
                                name,
                                String.join(", ", MEMBERS.stream().sorted().toList())));
            }
        }
        String token = entry.path("token").isTextual() ? entry.path("token").textValue() : "";
        if (!ApiKey.mayBeToken(token)) {
            throw new Broken("key %s needs a token of 16 to 512 visible characters".formatted(name));
        }
        var holder = new Principal(
                name,
                submitter(name, entry.path("submits_as")),
                scopes(name, entry.path("scopes")),
                namespace(name, entry.path("namespace")),
                new Principal.Limits(
                        limit(name, entry, "max_requests"),
                        limit(name, entry, "max_parked"),
                        limit(name, entry, "max_event_streams")));
        return new ApiKey(token, holder);
    }

    private static Set<Scope> scopes(String name, JsonNode list) throws Broken {
        var scopes = EnumSet.noneOf(Scope.class);
        for (JsonNode word : list) {
            scopes.add(Literals.parse(Scope.class, word.asText(""))
                    .orElseThrow(() -> new Broken("key %s: scopes are read, submit, work and admin".formatted(name))));
        }
        if (!list.isArray() || scopes.isEmpty()) {
            throw new Broken("key %s needs a list of scopes".formatted(name));
        }
        return scopes;
    }

    private static Optional<Namespace> namespace(String name, JsonNode text) throws Broken {
        if (text.isMissingNode()) {
            return Optional.empty();
        }
        if (text.isNull()) {
            throw new Broken(
                    "key %s: its namespace must not be null; omit it for a key that is not bound".formatted(name));
        }
        try {
            return Optional.of(new Namespace(text.isTextual() ? text.textValue() : ""));
        } catch (RuntimeException refused) {
            throw new Broken("key %s: its namespace is not a valid name".formatted(name));
        }
    }

    private static String submitter(String name, JsonNode text) throws Broken {
        if (text.isMissingNode()) {
            return name;
        }
        if (!text.isTextual() || !NAME.matcher(text.textValue()).matches()) {
            throw new Broken(
                    "key %s: submits_as must be 1 to 64 letters, digits, dots, dashes and underscores".formatted(name));
        }
        return text.textValue();
    }

    private static Principal.Limit limit(String name, JsonNode entry, String member) throws Broken {
        JsonNode number = entry.path(member);
        if (number.isMissingNode() || number.isNull()) {
            return Principal.Limit.USUAL;
        }
        if (!number.isInt() || number.intValue() < 0 || number.intValue() > MOST_PLACES) {
            throw new Broken("key %s: %s must be a whole number from 0 to %d".formatted(name, member, MOST_PLACES));
        }
        return Principal.Limit.of(number.intValue());
    }
}
