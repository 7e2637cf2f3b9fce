package io.flowfabric.model.capability;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A set of capability tokens: what an execution requires, or what a worker offers. Tokens are compared exactly and
 * kept in order; at most 256 of them, at most 4096 bytes when joined by commas. Immutable.
 */
public final class CapabilitySet {

    /** No tokens: as a requirement it fits every worker. */
    public static final CapabilitySet EMPTY = new CapabilitySet(Collections.emptySortedSet());

    private final SortedSet<String> tokens;
    private final String csv;

    private CapabilitySet(SortedSet<String> tokens) {
        this.tokens = Collections.unmodifiableSortedSet(tokens);
        this.csv = String.join(",", tokens);
    }

    /**
     * What an execution requires.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_capabilities} with a detail such as
     *     {@code required:empty_token}
     */
    public static CapabilitySet required(Collection<String> tokens) {
        return checked(TokenRules.REQUIRED, tokens);
    }

    /**
     * What a worker offers when it connects or claims. Unicode white space and control characters are refused as well.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} naming the token
     */
    public static CapabilitySet ofWorker(Collection<String> tokens) {
        return checked(TokenRules.WORKER, tokens);
    }

    /**
     * What a worker offers in exchange for a grant; the rules of {@link #ofWorker}.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_capabilities} with a detail such as
     *     {@code worker:too_many_tokens}
     */
    public static CapabilitySet ofWorkerAtGrant(Collection<String> tokens) {
        return checked(TokenRules.WORKER_AT_GRANT, tokens);
    }

    /**
     * Reads tokens separated by commas, as {@link #csv} writes them; empty ones are dropped.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if a token or the whole breaks the
     *     rules of {@link #required}
     */
    public static CapabilitySet parseCsv(String csv) {
        var tokens = new TreeSet<String>();
        for (String token : csv.split(",")) {
            if (!token.isEmpty()) {
                tokens.add(token);
            }
        }
        return checked(TokenRules.CSV, tokens);
    }

    private static CapabilitySet checked(TokenRules rules, Collection<String> tokens) {
        tokens.forEach(rules::checkToken);
        var set = new CapabilitySet(new TreeSet<>(tokens));
        rules.checkSize(set.tokens.size(), set.csv);
        return set;
    }

    /** The tokens in order; unmodifiable. */
    public SortedSet<String> tokens() {
        return tokens;
    }

    /** Whether there are no tokens. */
    public boolean isEmpty() {
        return tokens.isEmpty();
    }

    /** The tokens in order, joined by commas; equal sets have equal texts. */
    public String csv() {
        return csv;
    }

    /** Whether a worker that offers this set may run an execution that requires {@code required}. */
    public boolean satisfies(CapabilitySet required) {
        return tokens.containsAll(required.tokens);
    }

    /** The tokens of this requirement that {@code worker} lacks, in order, joined by commas; empty if it fits. */
    public String missingFrom(CapabilitySet worker) {
        return tokens.stream().filter(token -> !worker.tokens.contains(token)).collect(Collectors.joining(","));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CapabilitySet set && csv.equals(set.csv);
    }

    @Override
    public int hashCode() {
        return csv.hashCode();
    }

    /** The tokens joined by commas. */
    @Override
    public String toString() {
        return csv;
    }
}
