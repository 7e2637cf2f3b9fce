package io.flowfabric.cli.console;

/** The few colours that are used. */
public enum Ink {
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    CYAN("36");

    private final String code;

    Ink(String code) {
        this.code = code;
    }

    String on(String text) {
        return "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
