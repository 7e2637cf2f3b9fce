package io.flowfabric.engine.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the database of a store reports about its own condition. Facts only: whether they are bad is judged elsewhere.
 *
 * @param invalidIndexes indexes that are written but serve no query
 * @param openTransactions those of others that are under way, the oldest first
 * @param tables our tables, the one with the most dead rows first
 * @param hearsOthers whether notifications of commits of other processes arrive; empty where none are needed
 * @param settings those of the database's server that a store depends on, by the server's own names
 * @param connections how many are open, and how many may be; empty where there is no such limit
 */
public record StoreHealth(
        List<String> invalidIndexes,
        List<OpenTransaction> openTransactions,
        List<TableRows> tables,
        Optional<Boolean> hearsOthers,
        Map<String, String> settings,
        Optional<Connections> connections) {

    /** A store that has no such conditions. */
    public static final StoreHealth UNREMARKABLE =
            new StoreHealth(List.of(), List.of(), List.of(), Optional.empty(), Map.of(), Optional.empty());

    public StoreHealth {
        invalidIndexes = List.copyOf(invalidIndexes);
        openTransactions = List.copyOf(openTransactions);
        tables = List.copyOf(tables);
        settings = Map.copyOf(settings);
    }

    /** Of all clients of the server, those of others included. */
    public record Connections(int open, int most) {}

    /** An open transaction, by the process of the server that carries it out. */
    public record OpenTransaction(long pid, String application, String state, long ageMs) {}

    /** How many live rows and dead row versions a table has, as far as the server has counted them. */
    public record TableRows(String table, long live, long dead) {}
}
