package io.flowfabric.embedded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Another JVM with the classes of this one, in which a server is started. */
final class ChildJvm {
    private ChildJvm() {}

    /** Starts {@link StartingProcess} with these options of the JVM; what it logs is dropped. */
    static Process start(String... options) throws IOException {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StartingProcess.class.getName()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
