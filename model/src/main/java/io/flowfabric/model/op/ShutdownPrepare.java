package io.flowfabric.model.op;

/**
 * Arguments of {@code shutdown_prepare}.
 *
 * @param graceMs how long the work under way may take to end, 0 to 30000
 */
public record ShutdownPrepare(@JsonMember(omitted = "15000") long graceMs) {}
