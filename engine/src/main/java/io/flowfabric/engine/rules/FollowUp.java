package io.flowfabric.engine.rules;

/**
 * A command for another record than the one a rule has decided about. It is stored in the transaction of its cause and
 * carried out after the commit, in one transaction per page, by any process. Its effect is the same when it is repeated.
 *
 * @param subject the record it is about, in a form that the handler of its kind reads
 * @param position how far it was carried out, in a form that the handler of its kind reads; {@link #START} at first
 */
public record FollowUp(FollowUpKind kind, String subject, String position) {
    /** Nothing was carried out. */
    public static final String START = "";

    /** A follow-up that begins at the start. */
    public static FollowUp of(FollowUpKind kind, String subject) {
        return new FollowUp(kind, subject, START);
    }

    /** The rest of it, from a position on. */
    public FollowUp from(String later) {
        return new FollowUp(kind, subject, later);
    }
}
