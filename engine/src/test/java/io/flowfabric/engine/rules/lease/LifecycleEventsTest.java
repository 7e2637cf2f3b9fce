package io.flowfabric.engine.rules.lease;

import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.eligible;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.FencedCall;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Told;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LifecycleEventsTest {

    @Test
    void everyEventCarriesNamespaceTagAndTheTimeOfTheChange() {
        var given = created(arguments().tag("cairn.instance_id", "i-42")).after(5);
        var claim = ClaimRules.claim(given.loaded(), CapabilitySet.EMPTY, given.by("w1"), 0, given.now());
        var leased = given.then(claim).after(5);
        var complete = OutcomeRules.complete(leased.execution(), leased.fence(), Optional.empty(), leased.now());

        assertThat(claim.events())
                .extracting(event -> ((ExecutionEvent) event).subject())
                .containsOnly(subject(given.now()));
        assertThat(complete.events())
                .extracting(event -> ((ExecutionEvent) event).subject())
                .containsOnly(subject(leased.now()));
    }

    @Test
    void claimRenewAndCompleteAreToldInThisOrder() {
        var told = new ArrayList<String>();
        var given = eligible();
        var claim = ClaimRules.claim(given.loaded(), CapabilitySet.EMPTY, given.by("w1"), 0, given.now());
        var leased = given.then(claim);
        for (Decision<?> decision : List.of(
                claim,
                FencedCall.RENEW.make(leased, leased.fence()),
                FencedCall.COMPLETE.make(leased, leased.fence()))) {
            told.addAll(Told.events(decision));
        }

        assertThat(told)
                .containsExactly(
                        "lease acquired", "lease renewed", "completion success", "lease revoked: completed by backend");
    }

    @Test
    void aLeaseEventNamesLeaseEpochWorkerAndAttempt() {
        var expired = eligible().leasedBy("w1").leaseExpired();
        var reclaim = ClaimRules.claim(expired.loaded(), CapabilitySet.EMPTY, expired.by("w2"), 0, expired.now());

        assertThat(reclaim.events()).singleElement().isInstanceOfSatisfying(LeaseEvent.class, event -> {
            assertThat(event.holder()).isEqualTo(expired.by("w2").holder(2));
            assertThat(event.attemptIndex()).isEqualTo(1);
        });
    }

    @Test
    void theEndOfALeaseNamesItsHolder() {
        var leased = eligible().leasedBy("w1");

        assertThat(FencedCall.DELAY.make(leased, leased.fence()).events())
                .singleElement()
                .isInstanceOfSatisfying(
                        LeaseEvent.class,
                        event -> assertThat(event.holder())
                                .isEqualTo(leased.execution().leaseHolder().orElseThrow()));
    }

    @Test
    void onlyMembersOfAFlowAreDispatched() {
        var flow = new FlowId(new UUID(5, 5));

        assertThat(completion(eligible())).isEqualTo(new Dispatch(Optional.empty(), true));
        assertThat(completion(eligible().inFlow(flow))).isEqualTo(new Dispatch(Optional.of(flow), false));
    }

    private record Dispatch(Optional<FlowId> flow, boolean dispatched) {}

    private static Dispatch completion(Given given) {
        var leased = given.leasedBy("w1");
        var event = (CompletionEvent)
                FencedCall.COMPLETE.make(leased, leased.fence()).events().get(0);
        return new Dispatch(event.flowId(), event.dispatched());
    }

    private static EventSubject subject(long at) {
        return new EventSubject(Given.ID, new Namespace("tests"), Optional.of("i-42"), at);
    }
}
