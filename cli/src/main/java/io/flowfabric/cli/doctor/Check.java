package io.flowfabric.cli.doctor;

/** Looks for one kind of problem. */
interface Check {
    /** What it looks at, in a word or two. */
    String subject();

    /** Looks; changes nothing. */
    Diagnosis look(Patient patient);
}
