package io.flowfabric.cli.doctor;

/** Finds one kind of problem. */
interface Check {
    /** What it checks, in a word or two. */
    String subject();

    /** Checks; changes nothing. */
    Diagnosis look(CheckTarget target);
}
