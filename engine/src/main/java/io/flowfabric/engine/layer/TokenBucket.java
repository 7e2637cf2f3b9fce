package io.flowfabric.engine.layer;

import java.util.function.LongSupplier;

/** Tokens that come back at a steady rate, one second's worth of them at most. Safe for use by any thread. */
final class TokenBucket {
    private static final long SECOND = 1_000_000_000L;

    /** The billionth part of a token is what a rate of one per second brings in a nanosecond. */
    private static final long TOKEN = SECOND;

    private final long rate;
    private final LongSupplier nanoClock;
    private long credit;
    private long countedAt;

    TokenBucket(long perSecond, LongSupplier nanoClock) {
        // More than one per nanosecond is no limit, and would overflow the credit.
        this.rate = Math.min(Math.max(1, perSecond), SECOND);
        this.nanoClock = nanoClock;
        this.credit = rate * TOKEN;
        this.countedAt = nanoClock.getAsLong();
    }

    long rate() {
        return rate;
    }

    /** Takes a token and answers 0, or takes none and answers how many nanoseconds it is until there is one. */
    synchronized long take() {
        long now = nanoClock.getAsLong();
        long elapsed = Math.min(Math.max(0, now - countedAt), SECOND);
        credit = Math.min(rate * TOKEN, credit + elapsed * rate);
        countedAt = now;
        if (credit >= TOKEN) {
            credit -= TOKEN;
            return 0;
        }
        return (TOKEN - credit + rate - 1) / rate;
    }
}
