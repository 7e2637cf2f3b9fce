package io.flowfabric.engine.store.write;

import java.util.Collection;
import java.util.List;

/**
 * Due work of one family. Each kind is a constant of an enum, which every store answers by an index in the order of due
 * times. A new kind adds a constant and a query, a new family an enum.
 *
 * @param <K> the kinds of work that fall due in this family
 * @param <S> by which the subject of the work is known
 */
public interface DueLocks<K extends Enum<K>, S> {

    /**
     * Locks subjects that are due by {@code now}, the longest due first. Those that another transaction holds locked are
     * left out, so that several processes share the work; so are the named ones. What was locked is loaded afterwards.
     */
    List<S> lockDue(K kind, long now, int limit, Collection<S> except);
}
