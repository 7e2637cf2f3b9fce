package io.flowfabric.server.ops;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.UndeliveredAnswers;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.server.http.BodyLimit;
import io.flowfabric.server.http.EngineView;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.Route;
import io.flowfabric.server.http.Route.Access;
import io.flowfabric.server.http.Route.Style;
import io.flowfabric.server.http.pipeline.ParkedRequests;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shared parts of the endpoints of all operations, and their routes. */
public final class Operations {
    private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
    private static final String PATH = "/v1/ops/";

    private final EngineView view;
    private final Arguments arguments;
    private final Answers answers;
    private final ParkedRequests parked;

    /** @param view the engine as a principal may use it */
    public Operations(EngineView view, Arguments arguments, Answers answers, ParkedRequests parked) {
        this.view = view;
        this.arguments = arguments;
        this.answers = answers;
        this.parked = parked;
    }

    /** One route for each operation, and one for unknown names. */
    public List<Route> routes() {
        var routes = new ArrayList<Route>();
        for (Operation<?, ?> operation : Catalogue.all()) {
            routes.add(new Route(
                    "POST",
                    PATH + operation.name(),
                    Access.to(operation),
                    operation.takesMuch() ? BodyLimit.LARGE : BodyLimit.CONTROL,
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

    /** Reads arguments. */
    public Arguments arguments() {
        return arguments;
    }

    /** Writes answers. */
    public Answers answers() {
        return answers;
    }

    /** Parks requests, and counts their answers. */
    public ParkedRequests parked() {
        return parked;
    }

    /** Undoes an answer that a principal did not receive; logs a failure to do so. */
    void undo(Principal principal, Object arguments, Object answer) {
        CompletableFuture.completedFuture(answer)
                .thenCompose(given -> UndeliveredAnswers.begin(view.undoing(principal), arguments, given))
                .exceptionally(lost -> {
                    LOG.warn(
                            "An answer that did not reach its client could not be undone; its leases can be reclaimed"
                                    + " when they have expired",
                            lost);
                    return null;
                });
    }
}
