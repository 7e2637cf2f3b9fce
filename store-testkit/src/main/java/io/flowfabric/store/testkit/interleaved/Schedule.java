package io.flowfabric.store.testkit.interleaved;

import java.util.List;
import java.util.stream.Collectors;

/** The turns that were given, in their order. */
public record Schedule(List<Turn> turns) {
    /** A party went on with a step. */
    public record Turn(int party, String step, int blocked) {
        @Override
        public String toString() {
            return party + ":" + step + (blocked == 0 ? "" : "(" + blocked + " blocked)");
        }
    }

    public Schedule {
        turns = List.copyOf(turns);
    }

    @Override
    public String toString() {
        return turns.stream().map(Turn::toString).collect(Collectors.joining(" "));
    }
}
