package io.flowfabric.model.op.cursor;

/** What came of {@code advance_cursor}: the cursor stays the caller's until then. */
public record AdvanceCursorOutcome(long expiresAt) {}
