package io.flowfabric.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bill of materials (CycloneDX) beside the jar: what it lists is what is packed, and it is the same in every build. */
class BillOfMaterialsIT {
    private static final Pattern COMPONENT =
            Pattern.compile("\"purl\" : \"pkg:maven/([^/\"]+)/([^@\"]+)@([^?\"]+)\\?type=jar\"");

    /** Modules; the jar of the command line is called {@code ff.jar}, too. */
    private static final Pattern OWN = Pattern.compile("flowfabric-.*|ff\\.jar");

    /** What only tests of this module use. */
    private static final Pattern OF_TESTS =
            Pattern.compile("(junit-|assertj-|opentest4j-|apiguardian-|byte-buddy-|surefire-|common-).*");

    private String bill;

    @BeforeEach
    void read() throws IOException {
        assumeThat(System.getProperty("ff.maven"))
                .as("whether Maven is offline (-o): the plugin makes no bill then")
                .isEqualTo("offline=false");
        bill = Files.readString(Path.of(System.getProperty("ff.bom")));
    }

    @Test
    void billListsEveryLibraryThatIsPackedWithItsVersionAndNothingElse() {
        var packed = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).getFileName().toString())
                .filter(name -> name.endsWith(".jar"))
                .filter(name -> !OWN.matcher(name).matches())
                .filter(name -> !OF_TESTS.matcher(name).matches())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(packed).anyMatch(name -> name.startsWith("jetty-server-"));
        assertThat(packed).anyMatch(name -> name.startsWith("sqlite-jdbc-"));
        assertThat(libraries()).isEqualTo(packed);
    }

    /** The servers of the demo are for one platform, and are left out of the jar. */
    @Test
    void billOfOneMachineIsThatOfAnother() {
        assertThat(bill)
                .contains("\"bomFormat\" : \"CycloneDX\"")
                .contains("pkg:maven/io.flowfabric/flowfabric-server@")
                .doesNotContain("io.zonky.test.postgres")
                .doesNotContain("\"serialNumber\"")
                .doesNotContain("\"timestamp\"")
                .doesNotContain(System.getProperty("user.dir"))
                .doesNotContain(System.getProperty("user.home") + "/");
    }

    private Set<String> libraries() {
        return COMPONENT
                .matcher(bill)
                .results()
                .filter(found -> !found.group(1).equals("io.flowfabric"))
                .map(found -> "%s-%s.jar".formatted(found.group(2), found.group(3)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
