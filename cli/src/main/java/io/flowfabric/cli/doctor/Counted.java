package io.flowfabric.cli.doctor;

/** Numbers with what they count. */
final class Counted {
    private Counted() {}

    static String of(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
