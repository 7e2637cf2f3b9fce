package io.flowfabric.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One word per idea, and words of this field: the names and comments of every module's main code. */
class VocabularyTest {
    private static final Path MODULES = Path.of("..");
    private static final Pattern TYPE = Pattern.compile(
            "^(?:public |final |sealed |non-sealed |abstract )*(?:class|record|enum|interface|@interface) (\\w+)");

    /** Names that a reader who knows other systems of this field does not recognise. */
    private static final Set<String> METAPHORS = Set.of(
            "AlarmBell",
            "Arena",
            "Attendance",
            "Bill",
            "Cast",
            "ClassicRoute",
            "ClassicRoutes",
            "Copies",
            "Crew",
            "Crowd",
            "CursorTenure",
            "Deed",
            "Deliberation",
            "Dice",
            "DueAct",
            "EarlyEnd",
            "EndVigil",
            "EndWatch",
            "Errand",
            "Farewell",
            "Glances",
            "Hands",
            "Happenings",
            "Idleness",
            "Labels",
            "LandedDelays",
            "LapsedLeases",
            "LeaseWatch",
            "Leasing",
            "Look",
            "Looks",
            "Lookout",
            "Namesake",
            "Patience",
            "Patient",
            "Peal",
            "PealText",
            "Place",
            "Ringer",
            "SharedVigil",
            "Shortcut",
            "Sight",
            "Sights",
            "StandIns",
            "StandingTime",
            "Surroundings",
            "Takeovers",
            "TimedVigil",
            "Told",
            "Undo",
            "Unmet",
            "UnreadRequests",
            "Unstarted",
            "Venue",
            "Vigil",
            "Waiter",
            "WaitingRoom",
            "Wish",
            "Wordless");

    private static final Pattern VAGUE_SUBJECT =
            Pattern.compile("\\b(whoever|nobody|somebody)\\b", Pattern.CASE_INSENSITIVE);

    /** A lease expires and is reclaimed. */
    private static final Pattern OTHER_WORD_FOR_EXPIRED =
            Pattern.compile("\\b(lapsed?|taken over)\\b", Pattern.CASE_INSENSITIVE);

    private static List<Path> sources;

    @BeforeAll
    static void findSources() throws IOException {
        try (Stream<Path> modules = Files.list(MODULES)) {
            sources = modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .flatMap(VocabularyTest::javaFiles)
                    .toList();
        }
        assertThat(sources).as("sources of all modules").hasSizeGreaterThan(1_000);
    }

    @Test
    void simpleNameExistsOnce() {
        var byName = sources.stream()
                .filter(source -> !source.endsWith("package-info.java"))
                .collect(groupingBy(source -> source.getFileName().toString(), mapping(Path::toString, toList())));

        assertThat(byName)
                .allSatisfy((name, files) -> assertThat(files).as(name).hasSize(1));
    }

    @Test
    void noTypeIsNamedByAMetaphor() {
        assertThat(linesThat(line -> {
                    var type = TYPE.matcher(line.strip());
                    return type.find() && METAPHORS.contains(type.group(1));
                }))
                .isEmpty();
    }

    @Test
    void sentencesNameTheirSubject() {
        assertThat(linesThat(line -> VAGUE_SUBJECT.matcher(line).find())).isEmpty();
    }

    @Test
    void leasesExpireAndAreReclaimed() {
        assertThat(linesThat(line -> OTHER_WORD_FOR_EXPIRED.matcher(line).find()))
                .isEmpty();
    }

    private static Stream<String> linesThat(Predicate<String> match) {
        return sources.stream().flatMap(source -> {
            try {
                return Files.readAllLines(source).stream().filter(match).map(line -> source + ": " + line.strip());
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        });
    }

    private static Stream<Path> javaFiles(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
