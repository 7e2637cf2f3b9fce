package io.flowfabric.wire;

/** Arguments that are JSON but not those of the operation. The message names the member. */
public final class InvalidArguments extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InvalidArguments(String member, String problem) {
        super(member.isEmpty() ? problem : member + ": " + problem);
    }
}
