package io.flowfabric.engine.rules;

/**
 * Which handler carries a follow-up out. Stored as its name; a program leaves the kinds alone that it does not know.
 *
 * @param name in lower snake case
 */
public record FollowUpKind(String name) {
    /** Unblock the executions that waited for a worker like the subject, which has registered. */
    public static final FollowUpKind RELEASE_ROUTES = new FollowUpKind("release_routes");

    public FollowUpKind {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A kind of follow-up has a name");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
