package io.flowfabric.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A row of the table of operations: one that is called with valid arguments.
 *
 * @param state what the execution is before, see {@link Stage}
 * @param arguments with the names of the stage in them
 * @param shape what the answer looks like, see {@link Shape}
 */
record ShapeRow(String operation, String state, String arguments, String shape) {

    /** The rows of what is built. */
    static List<ShapeRow> built() {
        var names = operations();
        try (var table = ShapeRow.class.getResourceAsStream("/operation-shapes.txt")) {
            return new String(table.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .map(cells -> new ShapeRow(cells[0], cells[1], cells[2], cells[3]))
                    .filter(row -> names.contains(row.operation()))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The names of all operations. */
    static Set<String> operations() {
        return Catalogue.all().stream().map(Operation::name).collect(Collectors.toSet());
    }
}
