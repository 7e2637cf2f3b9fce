package io.flowfabric.model.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTest {

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "3, 2", "4, 2", "5, 3", "30000, 20000", "30001, 20000", "30002, 20001"})
    void theHolderShouldHaveRenewedAfterTwoThirdsRoundedDown(long ttlMs, long afterMs) {
        assertThat(Lease.from(1_000, ttlMs).renewalDeadline()).isEqualTo(1_000 + afterMs);
    }

    @ParameterizedTest
    @CsvSource({"9, false", "10, true", "11, true"})
    void aLeaseIsExpiredFromItsEndOn(long now, boolean expired) {
        assertThat(Lease.from(0, 10).isExpiredAt(now)).isEqualTo(expired);
    }

    @Test
    void theEndSaturatesInsteadOfOverflowing() {
        var endless = Lease.from(1_000, Long.MAX_VALUE);

        assertThat(endless.expiresAt()).isEqualTo(Long.MAX_VALUE);
        assertThat(endless.isExpiredAt(Long.MAX_VALUE - 1)).isFalse();
    }

    @Property
    void theRenewalDeadlineNeverLeavesTheLease(
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long now,
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long ttlMs) {
        var lease = Lease.from(now, ttlMs);

        assertThat(lease.renewalDeadline()).isBetween(lease.lastRenewedAt(), lease.expiresAt());
    }

    @Test
    void aNoticedExpiryKeepsTheLeaseForAudit() {
        var marked = Lease.from(0, 10).markedExpired(12);

        assertThat(marked.expiredAt()).hasValue(12);
        assertThat(marked.expiresAt()).isEqualTo(10);
        assertThat(marked.lastRenewedAt()).isZero();
        assertThat(marked.revokedAt()).isEmpty();
    }

    @Test
    void aRevocationKeepsTheLeaseForAudit() {
        var revoked = Lease.from(0, 10).revoked(4, "drain");

        assertThat(revoked.revokedAt()).hasValue(4);
        assertThat(revoked.revokeReason()).contains("drain");
        assertThat(revoked.expiresAt()).isEqualTo(10);
        assertThat(revoked.expiredAt()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void marksAreOneSmallNumber(int number) {
        assertThat(LeaseMarks.ofNumber(number).number()).isEqualTo(number);
    }

    @Test
    void unknownMarksAreDamage() {
        assertThatThrownBy(() -> LeaseMarks.ofNumber(4)).hasMessageContaining("lease_marks: 4");
    }

    @Test
    void revokedLeaseOfAnAcknowledgingHolderIsReclaimableAtItsEnd() {
        var revoked = Lease.from(0, 10, new LeaseMarks(false, true)).revoked(4, "drain");

        assertThat(revoked.reclaimableSince()).hasValue(10);
        assertThat(revoked.acknowledged(6).reclaimableSince()).hasValue(6);
        assertThat(revoked.acknowledged(6).revokedAt()).hasValue(4);
        assertThat(revoked.acknowledged(12).reclaimableSince())
                .as("never later than before")
                .hasValue(10);
    }

    @Test
    void expiredLeaseIsReclaimableAtOnce() {
        var marked = Lease.from(0, 10, new LeaseMarks(true, true)).markedExpired(12);

        assertThat(marked.reclaimableSince()).hasValue(12);
        assertThat(marked.marks()).isEqualTo(new LeaseMarks(true, false));
    }
}
