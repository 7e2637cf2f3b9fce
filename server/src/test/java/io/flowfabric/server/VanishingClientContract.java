package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.server.http.connection.HttpTimeouts;
import io.flowfabric.store.testkit.LongRuns;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Clients that disconnect while they wait or are answered: the executions they would have got are free for others. */
abstract class VanishingClientContract extends ServerSuite {
    private static final int ROUNDS = LongRuns.rounds(2000, 60);
    private static final String WAIT = ",'max_wait_ms':30000";

    /** More bytes than the buffers to a client that does not read. */
    private static final String LARGE = "'input_payload':{'text':'%s'}".formatted("x".repeat(900_000));

    private static final int USUAL = 65_536;
    private static final int SMALL = 4096;

    /** Long, so that no lease expires by itself. */
    private static final String FOR_LONG = ",'lease_ttl_ms':3600000";

    /** A connection to a server; see {@link Wire}. */
    Wire connect(FlowFabricServer to, int receiveBuffer) throws IOException {
        return new Wire(to.address(), receiveBuffer);
    }

    /** The client disconnects just before the work arrives: the server may not have noticed yet. */
    @Test
    void workThatComesRightAfterAClientHasGoneGoesToAnother() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            var gone = connect(server, USUAL);
            gone.post("claim", claim(WAIT + FOR_LONG));
            parked(1);
            gone.close();

            String id = submit();

            assertThat(honestClaim()).as("round %d", i).isEqualTo(id);
            parked(0);
        }
        assertNothingIsHeld();
    }

    /** An execution that was sent to an open connection is free when its lease expires. */
    @Test
    void workIsNotLostOnAClientThatBreaksOffAtAnyMoment() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            String lane = "lane-" + i;
            var gone = connect(server, USUAL);
            gone.post("claim", claim(lane, WAIT + ",'lease_ttl_ms':1000"));
            parked(1);
            var submitted = http.later(
                    "create_execution",
                    "{'namespace':'shop','execution_kind':'charge','lane_id':'%s'}".formatted(lane));
            gone.reset();
            submitted.join().variant("Created");
            parked(0);
        }
        for (int i = 0; i < ROUNDS; i++) {
            honestClaim("lane-" + i);
        }
        assertThat(server.parkedRequests()).isZero();
    }

    /** The server is still writing when the connection breaks. */
    @Test
    void whatCouldNotBeAnsweredIsHandedBack() throws Exception {
        for (String wait : new String[] {"", WAIT}) {
            String id = submit(LARGE);
            try (var gone = connect(server, SMALL)) {
                gone.post("claim", claim(wait + FOR_LONG));
                assertThat(gone.status()).contains(" 200 ");
                gone.reset();
            }
            assertThat(honestClaim()).isEqualTo(id);
        }
        assertNothingIsHeld();
    }

    /** Claimed without waiting, found at once by a long poll, and found by a parked long poll. */
    @Test
    void whatCannotBeWrittenIsHandedBack() {
        var clumsy = anotherOn(UnwritableClaims::new);
        var caller = new HttpCaller(clumsy.address());
        for (String wait : new String[] {"", WAIT}) {
            String id = submit();
            assertThat(caller.call("claim", claim(wait + FOR_LONG)).status()).isEqualTo(500);
            assertThat(honestClaim()).isEqualTo(id);
        }
        var waiting = caller.later("claim", claim(WAIT + FOR_LONG));
        Await.untilParked(clumsy, 1);
        String id = submit();
        assertThat(waiting.join().status()).isEqualTo(500);
        assertThat(honestClaim()).isEqualTo(id);
    }

    /** The connection stays open, but is not read from: answers in flight are lost once the server gives up. */
    @Test
    void whatIsNotReadIsHandedBackOnceTheServerGivesUp() throws Exception {
        var hasty = another(config(), HttpTimeouts.DEFAULT.withSilence(Duration.ofSeconds(1)));
        for (String wait : new String[] {"", WAIT}) {
            String id = submit(LARGE);
            try (var stalled = connect(hasty, SMALL)) {
                stalled.post("claim", claim(wait + FOR_LONG));
                stalled.block();
                assertThat(stalled.text(10)).isEqualTo("{\"Claimed\"");

                assertThat(honestClaim()).isEqualTo(id);
            }
        }
        assertNothingIsHeld();
    }

    private String honestClaim() {
        return honestClaim("main");
    }

    /** Waits for work, claims it and completes it. */
    private String honestClaim(String lane) {
        var claimed = http.call("claim", claim(lane, WAIT)).variant("Claimed");
        assertThat(http.call("complete", OperationContract.withHandle(claimed, ""))
                        .status())
                .isEqualTo(200);
        return claimed.get("execution_id").textValue();
    }

    private static String claim(String lane, String more) {
        return claim(more).replace("main", lane);
    }

    private void assertNothingIsHeld() {
        assertThat(server.parkedRequests()).isZero();
        assertThat(http.call("claim", claim("")).body().textValue()).isEqualTo("NoWork");
    }

    private void parked(int count) {
        Await.untilParked(server, count);
    }
}
