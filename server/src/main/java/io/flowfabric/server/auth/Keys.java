package io.flowfabric.server.auth;

import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.pipeline.Authenticator;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys of the server: one administrator key, or those of a file, or both. */
public final class Keys implements Authenticator {
    private static final String PREFIX = "Bearer ";
    private static final String DEFAULT = "default";

    private final KeyRing ring;

    private Keys(KeyRing ring) {
        this.ring = ring;
    }

    /**
     * Keys with names, scopes and namespaces, from a file that is read again when it changes.
     *
     * @param token one more key, named {@code default}, with all scopes
     * @throws IllegalArgumentException if the token is too short or the file cannot be used; the message has no token
     */
    public static Keys of(Optional<String> token, Optional<Path> file) {
        if (token.isPresent() && !isToken(token.get())) {
            throw new IllegalArgumentException("a token must have 16 to 512 visible ASCII characters");
        }
        var fixed = token.map(text -> new ApiKey(text, Principal.administrator(DEFAULT)))
                .map(List::of)
                .orElse(List.of());
        try {
            return new Keys(new KeyRing(fixed, file));
        } catch (KeyFile.Broken broken) {
            throw new IllegalArgumentException(broken.getMessage());
        }
    }

    /** Whether a text may be a token: 16 to 512 visible ASCII characters. Shorter ones can be guessed. */
    public static boolean isToken(String text) {
        return ApiKey.mayBeToken(text);
    }

    /** One key with all scopes. */
    public static Keys single(String token) {
        return of(Optional.of(token), Optional.empty());
    }

    @Override
    public Principal admit(Optional<String> authorization, Route route) {
        var holder = authorization
                .filter(value -> value.startsWith(PREFIX))
                .flatMap(value -> holder(value.substring(PREFIX.length())))
                .orElseThrow(Problem::unauthorized);
        check(holder, route.access());
        return holder;
    }

    /** Whether the key of a principal is still in force, unchanged since the principal was authenticated. */
    boolean knows(Principal principal) {
        return ring.current().stream().anyMatch(key -> key.holder() == principal);
    }

    /** Compares with every key, so that the time reveals nothing about any of them. */
    private Optional<Principal> holder(String token) {
        byte[] given = ApiKey.digest(token);
        Optional<Principal> found = Optional.empty();
        for (ApiKey key : ring.current()) {
            if (key.opensTo(given)) {
                found = Optional.of(key.holder());
            }
        }
        return found;
    }

    private static void check(Principal holder, Route.Access access) {
        if (holder.namespace().isPresent()) {
            boolean closed = access.operation()
                    .map(operation -> operation.subject() == Operation.Subject.DEPLOYMENT)
                    .orElse(access.wholeProcess());
            if (closed) {
                throw refused(
                        holder,
                        access,
                        Problem.forbidden(
                                "namespace_forbidden",
                                "forbidden: key %s is bound to namespace %s, and this operation is not for one namespace"
                                        .formatted(
                                                holder.name(),
                                                holder.namespace().get().value())));
            }
        }
        access.scope().filter(scope -> !holder.allows(scope)).ifPresent(scope -> {
            throw refused(holder, access, Problem.scopeRequired(holder.name(), scope));
        });
    }

    private static Problem refused(Principal holder, Route.Access access, Problem problem) {
        return access.operation()
                .map(operation -> Audit.refused(holder, operation, problem))
                .orElse(problem);
    }
}
