package io.flowfabric.store.testkit.chaos;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.store.testkit.Client;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a storm.
 *
 * @param stored every execution, as it is described
 * @param results what is stored as their results
 * @param followed the log of the subscriber that followed the storm
 * @param read the log of one that came later
 * @param kills how many processes were killed
 */
record StormReport(Stored stored, EventLog followed, EventLog read, Journal journal, int kills) {

    record Stored(Map<ExecutionId, Execution> executions, Map<ExecutionId, Payload> results) {}

    static StormReport of(Client client, EventLog followed, Journal journal, int kills) {
        var stored = new Stored(new HashMap<>(), new HashMap<>());
        for (var id : client.ids()) {
            stored.executions.put(id, client.find(id).orElseThrow());
            Optional<Payload> result = client.result(id);
            result.ifPresent(payload -> stored.results.put(id, payload));
        }
        return new StormReport(stored, followed, new EventLog(client).readToTheEnd(), journal, kills);
    }

    /** One line for the output of the test. */
    @Override
    public String toString() {
        return "%d executions, %d answers, %d refusals, %d events, %d kills"
                .formatted(
                        stored.executions.size(),
                        journal.actions().size(),
                        journal.refusals(),
                        followed.items().size(),
                        kills);
    }
}
