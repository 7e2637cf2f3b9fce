package io.flowfabric.engine.rules;

/**
 * Takes changes family by family. A component that has to know every kind of change implements it, so that the compiler
 * finds the component when a kind is added: a new family adds a method here, a new kind adds one to its family. None of
 * these methods has a default for that reason.
 */
public interface ChangeHandler {

    ExecutionChanges executions();

    GrantChanges grants();

    WorkerChanges workers();

    CursorChanges cursors();

    /** Changes of executions. Updates share one method: their kinds differ in the columns that they write. */
    interface ExecutionChanges {
        void created(Change.Created created);

        void updated(Change.OfExecution updated);

        void purged(Change.Purged purged);
    }

    /** What updates of executions write besides the row and the ended attempt. */
    interface UpdateParts {
        /** The result of the earlier run goes. */
        void replayed(Change.Replayed replayed);

        /** All tags are replaced. */
        void tagged(Change.Tagged tagged);
    }

    /** Changes of grants. */
    interface GrantChanges {
        void issued(Change.GrantIssued issued);

        void removed(Change.GrantRemoved removed);
    }

    /** Changes of the registry of workers. */
    interface WorkerChanges {
        void stored(Change.WorkerStored stored);

        void removed(Change.WorkerRemoved removed);
    }

    /** Changes of named cursors. */
    interface CursorChanges {
        void created(Change.CursorCreated created);

        void moved(Change.CursorMoved moved);

        void removed(Change.CursorRemoved removed);
    }
}
