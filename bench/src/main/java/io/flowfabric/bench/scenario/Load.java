package io.flowfabric.bench.scenario;

import java.util.Random;

/**
 * How much work there is, and how many do it.
 *
 * @param executions in each run
 * @param payloadBytes of every execution
 * @param workers handlers that run at once in one process
 * @param processes with workers
 * @param batch executions that one call submits
 * @param repeats runs of each system, of which the median counts
 */
public record Load(int executions, int payloadBytes, int workers, int processes, int batch, int repeats) {

    /** Letters that look random, always the same: nothing that a database could compress away. */
    byte[] payload() {
        var random = new Random(payloadBytes);
        byte[] payload = new byte[payloadBytes];
        for (int i = 0; i < payloadBytes; i++) {
            payload[i] = (byte) ('!' + random.nextInt(94));
        }
        return payload;
    }

    Load withExecutions(int value) {
        return new Load(value, payloadBytes, workers, processes, batch, repeats);
    }

    Load withPayloadBytes(int value) {
        return new Load(executions, value, workers, processes, batch, repeats);
    }

    Load withRepeats(int value) {
        return new Load(executions, payloadBytes, workers, processes, batch, value);
    }
}
