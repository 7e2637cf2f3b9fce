package io.flowfabric.store.sqlite;

import io.flowfabric.store.testkit.Client;

/** A process that opens an engine, submits one execution when it is told to, and says its id. Argument: the database. */
final class SubmittingProcess {

    private SubmittingProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (var client = Client.open("sqlite:" + arguments[0])) {
            System.out.println("ready");
            System.in.read();
            System.out.println("created " + client.create());
        }
    }
}
