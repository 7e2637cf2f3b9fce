package io.flowfabric.cli.demo;

import io.flowfabric.model.op.Payload;
import java.nio.charset.StandardCharsets;

/** What one execution of the demo is about: squaring its number, with a first attempt that fails for every third. */
record DemoWork(int number) {
    static final String KIND = "square";

    static DemoWork of(byte[] payload) {
        return new DemoWork(Integer.parseInt(new String(payload, StandardCharsets.UTF_8)));
    }

    Payload payload() {
        return Payload.of(Integer.toString(number).getBytes(StandardCharsets.UTF_8));
    }

    /** The only right result. */
    byte[] result() {
        return Long.toString((long) number * number).getBytes(StandardCharsets.UTF_8);
    }

    boolean failsAt(int attemptIndex) {
        return attemptIndex == 0 && number % 3 == 0;
    }

    /** 20 to 40 milliseconds, so that a kill hits running work. */
    long durationMs() {
        return 20 + number * 7L % 21;
    }
}
