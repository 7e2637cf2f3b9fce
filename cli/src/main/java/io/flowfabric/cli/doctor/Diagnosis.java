package io.flowfabric.cli.doctor;

/** What a check came to. */
public sealed interface Diagnosis {
    /** What was seen, in a sentence. */
    String what();

    /** Nothing is wrong. */
    record Fine(String what) implements Diagnosis {}

    /**
     * Something is wrong.
     *
     * @param why why that matters
     * @param remedy what to do about it
     */
    record Finding(String what, String why, String remedy) implements Diagnosis {}

    /** It could not be checked from here, or because of something else that was found. */
    record Skipped(String what) implements Diagnosis {}
}
