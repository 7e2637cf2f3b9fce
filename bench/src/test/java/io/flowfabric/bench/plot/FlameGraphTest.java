package io.flowfabric.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowfabric.bench.profile.Flame;
import io.flowfabric.bench.profile.TestFlames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class FlameGraphTest {
    private static final Offset<Double> ROUNDING = within(0.02);

    @TempDir
    Path directory;

    private record Drawn(double x, double y, double width, String label) {
        double end() {
            return x + width;
        }
    }

    @Test
    void boxIsAsWideAsItsShareAndStandsOnItsCaller() throws Exception {
        var boxes = draw(TestFlames.folded(
                "main;x.A.run;x.A.left",
                "main;x.A.run;x.B.right",
                "main;x.A.run;x.B.right",
                "main;x.A.run",
                "writer;x.C.write"));

        var all = boxes.get("all");
        var main = boxes.get("main");
        var writer = boxes.get("writer");
        var run = boxes.get("x.A.run");
        assertThat(main.width() + writer.width()).isCloseTo(all.width(), ROUNDING);
        assertThat(main.x()).isCloseTo(all.x(), ROUNDING);
        assertThat(writer.x()).isCloseTo(main.end(), ROUNDING);
        assertThat(main.width()).isCloseTo(all.width() * 4 / 5, ROUNDING);
        assertThat(run.width()).isCloseTo(main.width(), ROUNDING);
        var right = boxes.get("x.B.right");
        var left = boxes.get("x.A.left");
        assertThat(right.width() + left.width())
                .as("a quarter of it is its own")
                .isCloseTo(run.width() * 3 / 4, ROUNDING);
        assertThat(left.x()).isCloseTo(right.end(), ROUNDING);
        assertThat(List.of(all.y(), main.y(), run.y(), right.y()))
                .as("the root is at the bottom")
                .isSortedAccordingTo(Collections.reverseOrder());
        assertThat(left.y()).isEqualTo(right.y());
    }

    @Test
    void frameTooNarrowToBeSeenIsLeftOut() throws Exception {
        var stacks = new ArrayList<>(Collections.nCopies(4000, "main;x.A.run"));
        stacks.add("main;x.B.once");

        var boxes = draw(TestFlames.folded(stacks.toArray(String[]::new)));
        assertThat(boxes).containsOnlyKeys("all", "main", "x.A.run");
    }

    @Test
    void labelsAndTipsAreEscaped() throws Exception {
        var boxes = draw(TestFlames.folded("<a> & \"b\";x.A.<init>"));

        assertThat(boxes).containsOnlyKeys("all", "<a> & \"b\"", "x.A.<init>");
        assertThat(boxes.get("x.A.<init>").label()).isEqualTo("x.A.<init>");
    }

    @Test
    void labelsStayInTheirBoxes() throws Exception {
        var stacks = new ArrayList<String>();
        for (int i = 0; i < 60; i++) {
            stacks.addAll(Collections.nCopies(i, "main;org.example.aa.Type%d.someMethodWithALongName".formatted(i)));
        }

        assertThat(draw(TestFlames.folded(stacks.toArray(String[]::new))).values())
                .allSatisfy(
                        box -> assertThat(box.label().length()).isLessThanOrEqualTo(SvgCanvas.letters(box.width(), 11)))
                .anySatisfy(box -> assertThat(box.label()).endsWith("…"))
                .anySatisfy(box -> assertThat(box.label()).isEmpty());
    }

    @Test
    void withoutSamplesThereIsATitle() throws Exception {
        assertThat(draw(TestFlames.folded())).isEmpty();
        assertThat(directory.resolve("flames.svg")).content().contains("A title", "A note");
    }

    @Test
    void pictureNeedsNothingBesideIt() throws IOException {
        var file = directory.resolve("flames.svg");
        FlameGraph.write("A title", List.of(), TestFlames.folded("main;x.A.run"), file);

        assertThat(Files.readString(file).replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("<script", "href", "http");
    }

    /** Draws, parses and answers the boxes by the first line of their tips. */
    private Map<String, Drawn> draw(Flame all) throws Exception {
        var file = directory.resolve("flames.svg");
        FlameGraph.write("A title", List.of("A note"), all, file);
        var groups = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("g");
        var boxes = new LinkedHashMap<String, Drawn>();
        for (int i = 0; i < groups.getLength(); i++) {
            var group = (Element) groups.item(i);
            var rectangle = (Element) group.getElementsByTagName("rect").item(0);
            var label = group.getElementsByTagName("text");
            boxes.put(
                    group.getElementsByTagName("title")
                            .item(0)
                            .getTextContent()
                            .lines()
                            .findFirst()
                            .orElseThrow(),
                    new Drawn(
                            number(rectangle, "x"),
                            number(rectangle, "y"),
                            number(rectangle, "width"),
                            label.getLength() == 0 ? "" : label.item(0).getTextContent()));
        }
        return boxes;
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
