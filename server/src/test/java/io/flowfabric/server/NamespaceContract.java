package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.cursor.EventCursor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * 08 §6 and its line 14: a key that is bound to namespace {@code a}, and the executions of another, {@code b}.
 */
abstract class NamespaceContract extends ServerSuite {
    private static final String SUBMISSION = "{'namespace':'%s','execution_kind':'charge','lane_id':'main'}";
    private static final Set<String> SHARED = Set.of("ping", "backend_label", "capabilities", "server_time_ms");
    private static final Set<String> OF_NO_NAMESPACE = Set.of(
            "unblock_execution",
            "mark_lease_expired_if_due",
            "promote_delayed",
            "expire_execution",
            "trim_retention",
            "sweep_workers",
            "reconcile_execution_index",
            "prepare",
            "shutdown_prepare");

    private HttpCaller root;
    private HttpCaller bound;
    private Samples samples;

    @Override
    ServerConfig config() throws IOException {
        return withKeys(
                KeyFiles.key("root", "'admin'", ""),
                KeyFiles.key("bound", "'admin'", ",'namespace':'a'"),
                KeyFiles.key("worker", "'read','work'", ",'namespace':'a'"));
    }

    @BeforeEach
    void takeKeys() {
        root = http.with("token-of-key-root");
        bound = http.with("token-of-key-bound");
        samples = new Samples(root);
    }

    @Test
    void executionOfAnotherNamespaceAnswersLikeAnUnknownOneToEveryOperation() {
        var theirs = held("b");
        String theirId = theirs.get("execution_id").textValue();
        String unknownId = theirId.substring(0, theirId.indexOf(':', 4) + 1) + UUID.randomUUID();
        var forgotten = forgotten();
        String before = described(theirId);
        var asked = new TreeSet<String>();

        for (Operation<?, ?> operation : Catalogue.all()) {
            String name = operation.name();
            boolean byHandle = samples.mention(name, "handle");
            if (!byHandle && !samples.mention(name, "execution_id") || OF_NO_NAMESPACE.contains(name)) {
                continue;
            }
            if (name.equals("create_execution") || name.equals("submit_batch") || name.equals("list_expired_leases")) {
                continue; // These do not name an execution.
            }
            var foreign = bound.call(name, samples.of(name, naming(theirId, theirs)));
            var unknown = byHandle
                    ? bound.call(name, samples.of(name, naming(unknownId, forgotten)))
                    : bound.call(name, samples.of(name, naming(unknownId, theirs)));
            asked.add(name);
            assertThat(foreign.status()).as("%s: %s", name, foreign.body()).isNotIn(403, 415, 422, 500);
            assertThat(foreign.status()).as(name).isEqualTo(unknown.status());
            assertThat(text(foreign, theirId)).as(name).isEqualTo(text(unknown, byHandle ? id(forgotten) : unknownId));
        }

        assertThat(asked).hasSizeGreaterThan(35);
        assertThat(described(theirId)).isEqualTo(before);
    }

    @Test
    void operationsThatTakeANamespaceAreKeptWithinTheKeysOwn() {
        var theirs = held("b");
        root.call("create_execution", SUBMISSION.formatted("b").replace("main", "lane-of-b"));
        root.call(
                "register_worker",
                "{'worker_id':'w-of-b','worker_instance_id':'w-of-b','namespace':'b','lanes':['main'],"
                        + "'liveness_ttl_ms':60000}");
        root.call("acquire_cursor", "{'namespace':'b','name':'cursor-of-b','subscriber':'s-of-b'}");
        var asked = new TreeSet<String>();

        for (Operation<?, ?> operation : Catalogue.all()) {
            String name = operation.name();
            if (!samples.mention(name, "namespace")) {
                continue;
            }
            asked.add(name);
            String without = samples.of(name, naming(id(theirs), theirs)).replaceAll(",?\"namespace\":\"[^\"]*\"", "");
            var own = bound.call(name, without.replace("{,", "{"));
            assertThat(own.status()).as("%s: %s", name, own.body()).isNotIn(400, 415, 422, 500);
            assertThat(own.body().toString()).as(name).doesNotContain(id(theirs), "of-b", "\"b\"");
        }

        assertThat(asked)
                .contains("claim", "list_executions", "list_workers", "list_cursors", "list_lanes", "subscribe_events");
    }

    @Test
    void anotherNamespaceIsForbidden() {
        for (Operation<?, ?> operation : Catalogue.all()) {
            String name = operation.name();
            if (!samples.mention(name, "namespace") || name.endsWith("_batch")) {
                continue;
            }
            boolean inFilter = samples.mention(name, "filter");
            String arguments = samples.of(name, Map.of("namespace", "b", "cursor", "", "position", ""));
            String more = inFilter ? "\"filter\":{\"namespace\":\"b\"}" : "\"namespace\":\"b\"";
            var refused = bound.call(
                    name,
                    RouteSuite.lastOfTwo("{" + more + (arguments.equals("{}") ? "}" : "," + arguments.substring(1))));

            assertThat(refused.status()).as("%s: %s", name, refused.body()).isEqualTo(403);
            assertThat(refused.body().get("code").textValue()).as(name).isEqualTo("namespace_forbidden");
            assertThat(refused.body().get("kind").textValue()).isEqualTo("forbidden");
        }
        assertThat(bound.get("/v1/events?namespace=b").status()).isEqualTo(403);
        var batch = bound.call(
                "submit_batch", "{'executions':[{'execution_kind':'k'},{'execution_kind':'k','namespace':'b'}]}");
        assertThat(batch.body().at("/results/0/Created").isMissingNode()).isFalse();
        assertThat(batch.body().at("/results/1/Error/status").intValue()).isEqualTo(403);
        assertThat(batch.body().at("/results/1/Error/code").textValue()).isEqualTo("namespace_forbidden");
    }

    @Test
    void whatBelongsToNoNamespaceIsForbiddenWhateverTheScopes() {
        var worker = bound.with("token-of-key-worker");
        for (String name : OF_NO_NAMESPACE) {
            for (var caller : Set.of(bound, worker)) {
                var refused = caller.call(name, "{}");
                assertThat(refused.status()).as(name).isEqualTo(403);
                assertThat(refused.body().get("code").textValue()).as(name).isEqualTo("namespace_forbidden");
            }
        }
        for (String name : SHARED) {
            assertThat(worker.call(name, "{}").status()).as(name).isEqualTo(200);
        }
    }

    @Test
    void claimsListsAndFeedsHaveOnlyTheKeysOwn() throws IOException {
        held("b");
        root.call("create_execution", SUBMISSION.formatted("b"));
        assertThat(bound.call("claim", claim("")).body().textValue()).isEqualTo("NoWork");

        String own = id(bound.call("create_execution", "{'execution_kind':'charge','lane_id':'main'}")
                .variant("Created"));
        assertThat(bound.call("list_executions", "{}").variant("executions"))
                .extracting(JsonNode::textValue)
                .containsExactly(own);
        assertThat(bound.call("scan_eligible_executions", "{'lane_id':'main'}").body())
                .extracting(JsonNode::textValue)
                .containsExactly(own);
        assertThat(id(bound.call("claim", claim("")).variant("Claimed"))).isEqualTo(own);
        assertThat(bound.call("subscribe_events", "{'cursor':'start'}").variant("events"))
                .isNotEmpty()
                .allSatisfy(
                        event -> assertThat(event.get("namespace").textValue()).isEqualTo("a"));
        try (var feed = new Wire(server.address())) {
            feed.head(
                    "GET /v1/events?after=start HTTP/1.0",
                    "Host: localhost",
                    "Authorization: Bearer token-of-key-bound");
            assertThat(feed.block().get(0)).contains(" 200 ");
            feed.block();
            assertThat(feed.block().get(2)).contains(own);
        }
    }

    @Test
    void cursorsTellABoundKeyNothingOfTheEventsOfOthers() throws IOException {
        held("b");
        String own = id(bound.call("create_execution", "{'execution_kind':'charge','lane_id':'main'}")
                .variant("Created"));
        var before = bound.call("subscribe_events", "{}").variant("cursor").textValue();
        var unchanged = bound.call("subscribe_events", "{}").variant("cursor").textValue();
        String bare = root.call("subscribe_events", "{}").variant("cursor").textValue();
        held("b");
        var after = bound.call("subscribe_events", "{}").variant("cursor").textValue();

        assertThat(List.of(before, unchanged, after)).doesNotHaveDuplicates().allSatisfy(cursor -> {
            assertThat(EventCursor.parse(cursor).sealed()).isPresent();
            assertThat(cursor).hasSameSizeAs(before);
        });
        // Cursors beyond the end are refused, which would reveal the end.
        for (String place : List.of(bare, EventCursor.ofNumber(Long.MAX_VALUE).toString())) {
            var refused = bound.call("subscribe_events", "{'cursor':'%s'}".formatted(place));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).startsWith("invalid_input: event_cursor: NotGiven");
        }
        bound.call("cancel_execution", "{'execution_id':'%s','reason':'no'}".formatted(own));
        assertThat(bound.call("subscribe_completion", "{'cursor':'%s'}".formatted(before))
                        .variant("events"))
                .extracting(event -> event.get("execution_id").textValue())
                .containsExactly(own);
        try (var feed = new Wire(server.address())) {
            feed.head(
                    "GET /v1/events?families=completion HTTP/1.0",
                    "Host: localhost",
                    "Authorization: Bearer token-of-key-bound",
                    "Last-Event-ID: " + before);
            assertThat(feed.block().get(0)).contains(" 200 ");
            feed.block();
            var event = feed.block();
            assertThat(event.get(2)).contains(own);
            assertThat(EventCursor.parse(event.get(0).substring("id: ".length()))
                            .sealed())
                    .isPresent();
        }
    }

    @Test
    void namedCursorsKeepThePlaceThatABoundKeyGivesThem() {
        var acquired = bound.call("acquire_cursor", "{'name':'c','subscriber':'s','start':'start'}")
                .variant("Acquired");
        bound.call("create_execution", "{'execution_kind':'charge','lane_id':'main'}");
        bound.call("claim", claim(""));
        var page = bound.call(
                "subscribe_events",
                "{'cursor':'%s'}".formatted(acquired.get("position").textValue()));
        String place = page.variant("cursor").textValue();

        assertThat(bound.call(
                                "advance_cursor",
                                "{'name':'c','subscriber':'s','epoch':%d,'position':'%s'}"
                                        .formatted(acquired.get("epoch").longValue(), place))
                        .status())
                .isEqualTo(200);
        var listed = bound.call("list_cursors", "{}").variant("entries").get(0);

        assertThat(bound.call(
                                "subscribe_events",
                                "{'cursor':'%s'}"
                                        .formatted(listed.get("position").textValue()))
                        .variant("events"))
                .isEmpty();
        assertThat(root.call("list_cursors", "{}")
                        .variant("entries")
                        .get(0)
                        .get("position")
                        .textValue())
                .isEqualTo(root.call("subscribe_events", "{}").variant("cursor").textValue());
    }

    @Test
    void handleOfAnotherNamespaceEndsNothing() {
        var theirs = held("b");

        var refused = bound.call(
                "complete", "{'handle':'%s'}".formatted(theirs.get("handle").textValue()));

        assertThat(refused.status()).isEqualTo(404);
        assertThat(root.call(
                                "renew",
                                "{'handle':'%s'}".formatted(theirs.get("handle").textValue()))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void idThatAnotherNamespaceHasCannotBeSubmittedUnderAndSaysNothingAboutIt() {
        String theirs = id(held("b"));
        String submission = "{'execution_kind':'charge','execution_id':'%s'}".formatted(theirs);

        var refused = bound.call("create_execution", submission);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().get("code").textValue()).isEqualTo("invalid_input");
        var batch = bound.call("submit_batch", "{'executions':[%s]}".formatted(submission));
        assertThat(batch.body().at("/results/0/Error/code").textValue()).isEqualTo("invalid_input");

        var own = bound.call("create_execution", "{'execution_kind':'charge'}").variant("Created");
        assertThat(bound.call("create_execution", "{'execution_kind':'charge','execution_id':'%s'}".formatted(id(own)))
                        .body()
                        .has("Duplicate"))
                .isTrue();
    }

    /** An execution that is leased to a worker. */
    private JsonNode held(String namespace) {
        root.call("create_execution", SUBMISSION.formatted(namespace)).variant("Created");
        return root.call("claim", claim(",'namespace':'%s'".formatted(namespace)))
                .variant("Claimed");
    }

    /** An execution that was leased, and has been purged. */
    private JsonNode forgotten() {
        var gone = held("a");
        root.call("complete", "{'handle':'%s'}".formatted(gone.get("handle").textValue()));
        Await.until(
                () -> {
                    root.call("trim_retention", "{'retention_ms':0}");
                    return root.call("describe_execution", "{'execution_id':'%s'}".formatted(id(gone)))
                            .body()
                            .isNull();
                },
                "the execution is forgotten");
        return gone;
    }

    private String described(String id) {
        return root.call("describe_execution", "{'execution_id':'%s'}".formatted(id))
                .body()
                .toString();
    }

    private Map<String, String> naming(String id, JsonNode claim) {
        String place = bound.call("subscribe_events", "{}").variant("cursor").textValue();
        String handle = claim.get("handle").textValue();
        return Map.of("execution_id", id, "handle", handle, "cursor", "", "position", place);
    }

    private static String id(JsonNode named) {
        return named.get("execution_id").textValue();
    }

    private static String text(HttpAnswer answer, String id) {
        return answer.body().toString().replace(id, "ID");
    }
}
