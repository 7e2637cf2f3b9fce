package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.listing.ExpiredLease;
import io.flowfabric.model.op.listing.ExpiredLeaseCursor;
import io.flowfabric.model.op.listing.ExpiredLeasePage;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** 02 §13, {@code list_expired_leases} on a store. */
@Covers("list_expired_leases")
public abstract class ExpiredLeaseContract extends ContractSuite {

    @Test
    public void equalEndsAreVisitedOnceEachInTheOrderOfTheirIds() {
        var expected = new ArrayList<ExecutionId>();
        for (int i = 0; i < 3; i++) {
            expected.add(create());
        }
        claim("w1", 3);
        expected.sort(null);
        advance(TTL_MS);
        engine.call(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, new ExecutionRef(expected.get(1)));

        var seen = new ArrayList<ExecutionId>();
        var page = page(Optional.empty(), 1);
        while (page.cursor().isPresent()) {
            page.entries().forEach(lease -> seen.add(lease.executionId()));
            page = page(page.cursor(), 1);
        }
        page.entries().forEach(lease -> seen.add(lease.executionId()));

        assertThat(seen).containsExactlyElementsOf(expected);
    }

    @Test
    public void leaseIsListedWithItsHolderAndNothingIsMarked() {
        var id = create();
        var claim = claimOne("w1");
        advance(TTL_MS);

        assertThat(page(Optional.empty(), 10).entries())
                .containsExactly(new ExpiredLease(
                        id, claim.leaseId(), 1, claimRequest("w1", 1).workerInstanceId(), START + TTL_MS, 0));
        assertThat(describe(id).lease().orElseThrow().expiredAt()).isEmpty();
    }

    @Test
    public void liveRenewedAndRevokedLeasesAreNotListed() {
        var revoked = create();
        claimOne("w1");
        create();
        var renewed = claimOne("w1");
        advance(TTL_MS - 1);
        create();
        claimOne("w1");
        engine.call(Catalogue.RENEW, new RenewRequest(renewed.handle()));
        write(tx -> {
            var loaded = tx.executions().lock(List.of(revoked)).get(revoked);
            var decision =
                    LeaseRules.revoke(loaded.execution(), Optional.empty(), Optional.empty(), "operator", tx.now());
            tx.apply(decision.changes());
            return decision.answer();
        });
        advance(1);

        assertThat(page(Optional.empty(), 10)).isEqualTo(ExpiredLeasePage.EMPTY);
    }

    @Test
    public void momentOfTheCallerIsASearchBound() {
        create();
        claimOne("w1");

        assertThat(expired(OptionalLong.of(START + TTL_MS - 1), Optional.empty()))
                .isEmpty();
        assertThat(expired(OptionalLong.of(START + TTL_MS), Optional.empty())).hasSize(1);
        assertThat(expired(OptionalLong.empty(), Optional.empty())).isEmpty();
    }

    @Test
    public void namespaceRestrictsTheListing() {
        var bank = new Namespace("bank");
        create();
        var other = create(CreateExecution.of(bank, LANE, "charge"));
        claim("w1", 2);
        advance(TTL_MS);

        assertThat(expired(OptionalLong.empty(), Optional.of(bank)))
                .singleElement()
                .satisfies(lease -> assertThat(lease.executionId()).isEqualTo(other));
        assertThat(page(Optional.empty(), 0)).isEqualTo(ExpiredLeasePage.EMPTY);
    }

    private ExpiredLeasePage page(Optional<ExpiredLeaseCursor> after, int limit) {
        return engine.call(
                Catalogue.LIST_EXPIRED_LEASES,
                new ListExpiredLeases(OptionalLong.empty(), after, limit, Optional.empty()));
    }

    private List<ExpiredLease> expired(OptionalLong asOf, Optional<Namespace> namespace) {
        return engine.call(
                        Catalogue.LIST_EXPIRED_LEASES, new ListExpiredLeases(asOf, Optional.empty(), 50_000, namespace))
                .entries();
    }
}
