package io.flowfabric.server.ops;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Undo;
import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.EngineView;
import io.flowfabric.server.http.ParkedRequests;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the endpoints of all operations share, and the routes that lead to them. */
public final class Operations {
    private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
    private static final String PATH = "/v1/ops/";

    /** Those that carry payloads or many items. */
    private static final Set<Operation<?, ?>> LARGE = Set.of(
            Catalogue.CREATE_EXECUTION,
            Catalogue.COMPLETE,
            Catalogue.COMPLETE_EXECUTION,
            Catalogue.SUBMIT_BATCH,
            Catalogue.COMPLETE_BATCH,
            Catalogue.RENEW_BATCH);

    private final EngineView view;
    private final Arguments arguments;
    private final Answers answers;
    private final ParkedRequests parked;

    /** @param view what of the engine a principal sees */
    public Operations(EngineView view, Arguments arguments, Answers answers, ParkedRequests parked) {
        this.view = view;
        this.arguments = arguments;
        this.answers = answers;
        this.parked = parked;
    }

    /** One route for each operation, and one for names that are none. */
    public List<Route> routes() {
        var routes = new ArrayList<Route>();
        for (Operation<?, ?> operation : Catalogue.all()) {
            routes.add(new Route(
                    "POST",
                    PATH + operation.name(),
                    Access.to(operation),
                    LARGE.contains(operation) ? BodyLimit.LARGE : BodyLimit.CONTROL,
                    Style.REMOTE,
                    operation.shape() == Operation.Shape.BATCH
                            ? new BatchEndpoint(operation, this)
                            : new OperationEndpoint<>(operation, this)));
        }
        routes.add(Route.get("/v1/ops", Access.ANY_KEY, Style.REMOTE, new OperationList()));
        routes.add(
                new Route("POST", PATH + "{operation}", Access.ANY_KEY, BodyLimit.CONTROL, Style.REMOTE, exchange -> {
                    throw Problem.unknownOperation(exchange.pathVariable("operation"));
                }));
        return routes;
    }

    /** The engine as a principal sees it. */
    public Engine engine(Principal principal) {
        return view.of(principal);
    }

    /** How arguments are read. */
    public Arguments arguments() {
        return arguments;
    }

    /** How answers are written. */
    public Answers answers() {
        return answers;
    }

    /** How requests are answered, and counted until they are. */
    public ParkedRequests parked() {
        return parked;
    }

    /** Takes back what a principal was given and never learns of; says so in the log when it cannot. */
    void undo(Principal principal, Object arguments, Object answer) {
        CompletableFuture.completedFuture(answer)
                .thenCompose(given -> Undo.begin(view.undoing(principal), arguments, given))
                .exceptionally(lost -> {
                    LOG.warn(
                            "An answer that did not reach its client could not be taken back; what it gave is free when its lease ends",
                            lost);
                    return null;
                });
    }
}
