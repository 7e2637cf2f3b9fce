package io.flowfabric.cli.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar, and the Java that runs it. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"ff %s (Java %s)".formatted(number(), Runtime.version())};
    }

    /** The version alone, such as 1.2.0. */
    static String number() {
        var properties = new Properties();
        try (var in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException impossible) {
            throw new UncheckedIOException("The jar is damaged", impossible);
        }
        return properties.getProperty("version");
    }
}
