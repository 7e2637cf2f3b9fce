package io.flowfabric.cli;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar, and the Java that runs it. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        var properties = new Properties();
        try (var in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        }
        return new String[] {"ff %s (Java %s)".formatted(properties.getProperty("version"), Runtime.version())};
    }
}
