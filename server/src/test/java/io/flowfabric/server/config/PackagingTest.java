package io.flowfabric.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The files for production use only settings and commands that the server knows. */
class PackagingTest {
    private static final Path ROOT = Path.of("..");
    private static final String TOKEN = "token-of-the-test";
    private static final Pattern VARIABLE = Pattern.compile("\\bFF_[A-Z_]+\\b");
    private static final Pattern COMMAND = Pattern.compile("(?m)\\b(?:ff|ff\\.jar) server\\b(.*)$");
    private static final Pattern FLAG = Pattern.compile("--[a-z-]+");
    private static final Pattern PORT = Pattern.compile("(?m)^EXPOSE (\\d+)$");

    /** Read by the launcher, the logging and clients. */
    private static final List<String> OTHERS = List.of("FF_LOG", "FF_JAVA_HOME", "FF_JAVA_OPTS", "FF_TLS_CA_FILE");

    private static final List<String> FILES = List.of(
            "packaging/Dockerfile",
            "packaging/docker-compose.yml",
            "packaging/flowfabric.env",
            "packaging/flowfabric.service",
            "docs/operations.md",
            "README.md");

    @Test
    void variablesAreThoseOfTheServer() throws IOException {
        for (var file : FILES) {
            assertThat(VARIABLE.matcher(read(file)).results().map(MatchResult::group))
                    .as("variables in %s", file)
                    .allMatch(name -> Settings.isKnown(name) || OTHERS.contains(name));
        }
    }

    @Test
    void flagsAreThoseOfTheServer() throws IOException {
        var flags = Arrays.stream(Setting.values()).map(Setting::flag).collect(Collectors.toSet());
        flags.add("--config");
        flags.add("--help");
        for (var file : FILES) {
            assertThat(COMMAND.matcher(read(file)).results().map(found -> found.group(1)))
                    .as("commands in %s", file)
                    .allSatisfy(arguments -> assertThat(FLAG.matcher(arguments).results())
                            .extracting(MatchResult::group)
                            .isSubsetOf(flags));
        }
    }

    @Test
    void fileOfSettingsIsAcceptedAsItIsAndWithItsKey() throws IOException {
        var text = read("packaging/flowfabric.env");

        var asItIs = Deployment.of(Settings.of(Map.of(), Map.of(), properties(text)));
        assertThat(asItIs.server().access().keyed()).isFalse();

        var keyed = text.replace("#FF_API_TOKEN=", "FF_API_TOKEN=" + TOKEN)
                .replace("#FF_PLAIN_HTTP=", "FF_PLAIN_HTTP=")
                .replace("=127.0.0.1:", "=0.0.0.0:");
        var forOthers = Deployment.of(Settings.of(Map.of(), Map.of(), properties(keyed)));
        assertThat(forOthers.server().access().keyed()).isTrue();
        assertThat(forOthers.server().listen().getHostString()).isEqualTo("0.0.0.0");
    }

    @Test
    void imageServesThePortThatItExposesAndNotWithoutAKey() throws IOException {
        var dockerfile = read("packaging/Dockerfile");
        var environment = lines(dockerfile, Pattern.compile("(?m)^ENV (FF_[A-Z_]+)=(.*)$"));

        assertThatThrownBy(() -> Deployment.of(Settings.of(Map.of(), environment, Map.of())))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("FF_API_TOKEN");
        environment.put("FF_API_TOKEN", TOKEN);
        assertThatThrownBy(() -> Deployment.of(Settings.of(Map.of(), environment, Map.of())))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("FF_PLAIN_HTTP");
        environment.put("FF_PLAIN_HTTP", "1");
        var deployment = Deployment.of(Settings.of(Map.of(), environment, Map.of()));
        assertThat(deployment.server().listen().getPort()).isEqualTo(exposed());
        assertThat(dockerfile).contains("/dev/tcp/127.0.0.1/" + exposed(), "VOLUME /var/lib/flowfabric");
        assertThat(deployment.store()).startsWith("sqlite:/var/lib/flowfabric/");
    }

    @Test
    void composedServerServesThePortThatIsPublished() throws IOException {
        var compose = read("packaging/docker-compose.yml");
        var environment = lines(compose, Pattern.compile("(?m)^ +(FF_[A-Z_]+): (.*)$"));
        environment.replaceAll((name, value) -> value.replaceAll("\\$\\{[^}]*}", TOKEN));
        var deployment = Deployment.of(Settings.of(Map.of(), environment, Map.of()));

        assertThat(deployment.store()).startsWith("postgresql://").contains("@postgres/");
        assertThat(deployment.server().access().keyed()).isTrue();
        assertThat(deployment.server().listen().getPort()).isEqualTo(exposed());
        assertThat(compose).contains("\"127.0.0.1:%1$d:%1$d\"".formatted(exposed()));
    }

    /** Images are pinned by digest, because a tag can be moved. */
    @Test
    void imagesAreNamedByDigest() throws IOException {
        var images = Pattern.compile("(?m)^(?:FROM|\\s+image:)\\s+(\\S+)");
        for (var file : List.of("packaging/Dockerfile", "packaging/docker-compose.yml")) {
            assertThat(images.matcher(read(file)).results().map(found -> found.group(1)))
                    .as("images in %s", file)
                    .isNotEmpty()
                    .allMatch(image -> image.matches("[a-z-]+:[0-9a-z-]+@sha256:[0-9a-f]{64}"));
        }
    }

    /** Docker does not see files that the list of exceptions omits. */
    @Test
    void imageHasTheJarAndItsBillOfMaterials() throws IOException {
        assertThat(read("packaging/Dockerfile")).contains("COPY target/ff.jar target/bom.json /opt/flowfabric/");
        assertThat(read("packaging/.dockerignore").lines()).containsExactly("*", "!target/ff.jar", "!target/bom.json");
    }

    private static int exposed() throws IOException {
        var port = PORT.matcher(read("packaging/Dockerfile"));
        assertThat(port.find()).as("EXPOSE in the Dockerfile").isTrue();
        return Integer.parseInt(port.group(1));
    }

    private static Map<String, String> lines(String text, Pattern assignment) {
        var values = new HashMap<String, String>();
        assignment.matcher(text).results().forEach(found -> values.put(found.group(1), found.group(2)));
        assertThat(values).isNotEmpty();
        return values;
    }

    private static Map<String, String> properties(String text) throws IOException {
        var properties = new Properties();
        properties.load(new StringReader(text));
        var values = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        return values;
    }

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }
}
