package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscribers that disconnect before they learn that they hold a cursor: the next one gets it without waiting. */
abstract class VanishingSubscriberContract extends ServerSuite {
    /** Long, so that no lease expires by itself. */
    private static final String ACQUIRE = "{%s'name':'c','subscriber':'%s','lease_ttl_ms':3600000,'max_wait_ms':%d}";

    private static final String NOT_NAMED = "";
    private static final String NAMED = "'namespace':'a',";

    private final LateAnswers late = new LateAnswers(Catalogue.ACQUIRE_CURSOR);
    private FlowFabricServer slow;

    @Override
    ServerConfig config() throws IOException {
        return withKeys(root(), KeyFiles.key("bound", "'read','work'", ",'namespace':'a'"));
    }

    private static String root() {
        return KeyFiles.key("root", "'admin'", "");
    }

    /** Holds back the answers to acquired cursors until the test releases them. */
    @BeforeEach
    void startSlowServer() throws IOException {
        slow = anotherOn(late::of, config(), BRIEF);
    }

    @Test
    void cursorOfABoundKeyIsGivenBackWhenItsAnswerCannotBeWritten() throws Exception {
        vanish("bound", ACQUIRE.formatted(NOT_NAMED, "gone", 0));

        assertNextSubscriberGetsTheCursor();
    }

    @Test
    void cursorOfABoundKeyThatNamesItsNamespaceIsGivenBack() throws Exception {
        vanish("bound", ACQUIRE.formatted(NAMED, "gone", 0));

        assertNextSubscriberGetsTheCursor();
    }

    @Test
    void cursorOfABoundKeyThatWaitedIsGivenBack() throws Exception {
        vanish("bound", ACQUIRE.formatted(NOT_NAMED, "gone", 30_000));

        assertNextSubscriberGetsTheCursor();
    }

    @Test
    void cursorOfAKeyThatWasRevokedMeanwhileIsGivenBack() throws Exception {
        try (var gone = acquiring("bound", ACQUIRE.formatted(NOT_NAMED, "gone", 0))) {
            late.awaitOne();
            new KeyFiles(keys.resolve("keys.json")).replace("[" + root() + "]");
            assertThat(http.with("token-of-key-bound")
                            .call("server_time_ms", "{}")
                            .status())
                    .isEqualTo(401);
            gone.reset();
        }
        late.goOn();

        assertNextSubscriberGetsTheCursor();
    }

    @Test
    void cursorOfAnUnboundKeyIsGivenBack() throws Exception {
        vanish("root", ACQUIRE.formatted(NAMED, "gone", 0));

        assertNextSubscriberGetsTheCursor();
    }

    /** The next subscriber goes on where an earlier one stopped, as if there had been none in between. */
    @Test
    void positionStaysWhereItWas() throws Exception {
        var bound = http.with("token-of-key-bound");
        bound.call("create_execution", "{'execution_kind':'charge','lane_id':'main'}");
        var first = bound.call("acquire_cursor", ACQUIRE.formatted(NOT_NAMED, "first", 0))
                .variant("Acquired");
        String end = bound.call("subscribe_events", "{'cursor':'start'}")
                .variant("cursor")
                .textValue();
        bound.call(
                "release_cursor",
                "{'name':'c','subscriber':'first','epoch':%d,'position':'%s'}"
                        .formatted(first.get("epoch").longValue(), end));
        String before = position();

        vanish("bound", ACQUIRE.formatted(NOT_NAMED, "gone", 0));
        assertNextSubscriberGetsTheCursor();

        assertThat(position()).isEqualTo(before);
    }

    private String position() {
        return http.with("token-of-key-root")
                .call("list_cursors", "{}")
                .variant("entries")
                .get(0)
                .get("position")
                .textValue();
    }

    /** The connection breaks when the cursor is acquired, and before the answer is sent. */
    private void vanish(String key, String arguments) throws Exception {
        try (var gone = acquiring(key, arguments)) {
            late.awaitOne();
            gone.reset();
        }
        late.goOn();
    }

    private Wire acquiring(String key, String arguments) throws IOException {
        return new Wire(slow.address())
                .head(
                        "POST /v1/ops/acquire_cursor HTTP/1.1",
                        "Host: localhost",
                        "Authorization: Bearer token-of-key-" + key,
                        "Content-Type: application/json",
                        "Content-Length: " + arguments.length())
                .text(arguments.replace('\'', '"'));
    }

    private void assertNextSubscriberGetsTheCursor() {
        var next = http.with("token-of-key-root").call("acquire_cursor", ACQUIRE.formatted(NAMED, "next", 30_000));
        assertThat(next.body().has("Acquired")).as(next.body().toString()).isTrue();
    }
}
