package io.flowfabric.sdk;

import io.flowfabric.model.event.CompletionEvent;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A subscription in a process of its own, which tells each event and waits to hear that it is handled. */
public final class ListeningProcess {
    private ListeningProcess() {}

    /** @param args the address, the name and how long its lease is */
    public static void main(String[] args) {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        FlowFabric.open(args[0])
                .events(args[1])
                .leaseTtl(Duration.parse(args[2]))
                .fromBeginning()
                .on(CompletionEvent.class, event -> {
                    System.out.println("event " + event.subject().executionId());
                    input.readLine();
                })
                .start();
    }
}
