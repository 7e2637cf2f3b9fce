package io.flowfabric.examples;

import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;

/** Submits an execution, works on it in the same program, and waits for its result. */
public final class HelloWorld {
    private record Greeting(String name) {}

    private HelloWorld() {}

    /** Greets whom the first argument names. */
    public static void main(String[] args) {
        String name = args.length > 0 ? args[0] : "world";
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            fabric.worker("greetings")
                    .on("greet", Greeting.class, (task, greeting) -> "hello, " + greeting.name())
                    .start();

            String answer =
                    fabric.submit("greetings", "greet", new Greeting(name)).await(String.class, Duration.ofSeconds(30));
            System.out.println(answer);
        }
    }
}
