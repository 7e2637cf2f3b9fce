package io.flowfabric.server.auth;

import io.flowfabric.engine.Engine;
import io.flowfabric.server.http.EngineView;
import io.flowfabric.server.http.Principal;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Gives each principal its view of the engine: a bound key sees its namespace only, and only administrators may end
 * what another caller holds. Administrative calls are written to the logger {@code io.flowfabric.audit}.
 */
public final class AccessView implements EngineView {
    private final Engine engine;
    private final CursorSeal cursors;
    private final Predicate<Principal> inForce;

    private AccessView(Engine engine, Predicate<Principal> inForce) {
        this.engine = engine;
        this.cursors = CursorSeal.of(engine);
        this.inForce = inForce;
    }

    /** For a server with keys; a removed key ends its open calls and feeds. */
    public static Function<Engine, EngineView> of(Keys keys) {
        return engine -> new AccessView(engine, keys::knows);
    }

    /** For a server without keys. */
    public static Function<Engine, EngineView> open() {
        return engine -> new AccessView(engine, principal -> true);
    }

    @Override
    public Engine of(Principal principal) {
        return new PrincipalEngine(undoing(principal), principal, inForce);
    }

    /** A bound key was given sealed cursors, which only the engine of its namespace can open. */
    @Override
    public Engine undoing(Principal principal) {
        return principal
                .namespace()
                .<Engine>map(own -> new ConfinedEngine(engine, own, cursors))
                .orElse(engine);
    }
}
