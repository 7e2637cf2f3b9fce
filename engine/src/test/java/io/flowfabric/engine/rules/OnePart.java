package io.flowfabric.engine.rules;

/** Arguments of one part that is no text. */
public record OnePart(int percent) {}
