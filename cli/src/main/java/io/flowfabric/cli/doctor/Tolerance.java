package io.flowfabric.cli.doctor;

import java.time.Duration;

/**
 * How much of something is not yet a problem.
 *
 * @param expiredFor how long an expired lease may stay unmarked
 * @param behind how many events a subscriber may be behind
 * @param openFor how long a transaction may stay open
 * @param deadRows how many dead rows a table may have
 */
public record Tolerance(Duration expiredFor, long behind, Duration openFor, long deadRows) {}
