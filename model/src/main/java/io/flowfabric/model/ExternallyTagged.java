package io.flowfabric.model;

/**
 * Marks a sealed interface of records whose JSON form is {@code {"Variant":{…}}}, or the bare string {@code "Variant"}
 * for a record without components. Variants are told apart by their simple names.
 */
public interface ExternallyTagged {}
