package io.flowfabric.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.report.Report;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.report.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

class PlotTest {
    @TempDir
    Path directory;

    @Test
    void svgIsWellFormedAndShowsEverySystem() throws Exception {
        var file = directory.resolve("result.svg");
        Plot.write(report(), file);

        var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(texts(document.getElementsByTagName("text")))
                .contains("flowfabric, postgresql", "sql <by hand> & fast, postgresql", "20,000", "postgresql, p99")
                .contains("9.00 ms", "3 s", "postgresql, 100 lanes", "3.00 ms");
        assertThat(document.getElementsByTagName("polyline").getLength()).isGreaterThan(1);
    }

    @Test
    void barsAreAsLongAsTheirValues() throws Exception {
        var file = directory.resolve("result.svg");
        Plot.write(
                Samples.report(List.of(
                        Samples.rate("S0", "sql", "sqlite", 4000), Samples.rate("S1", "flowfabric", "sqlite", 1000))),
                file);

        var bars = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("rect");
        double ceiling = width(bars, 1);
        double ours = width(bars, 2);
        assertThat(ours / ceiling).isBetween(0.249, 0.251);
    }

    @Test
    void pngIsAnImageOfTheSamePanels() throws Exception {
        var svg = directory.resolve("result.svg");
        var png = directory.resolve("RESULT.PNG");
        Plot.write(report(), svg);
        Plot.write(report(), png);

        var image = ImageIO.read(png.toFile());
        assertThat(image.getWidth()).isEqualTo(2 * Panel.WIDTH);
        assertThat(Files.readString(svg)).contains("height=\"%d\"".formatted(image.getHeight() / 2));
    }

    @Test
    void onlySvgAndPngAreKnown() {
        assertThat(Plot.canWrite(Path.of("a.SVG"))).isTrue();
        assertThat(Plot.canWrite(Path.of("a.png"))).isTrue();
        assertThat(Plot.canWrite(Path.of("a.pdf"))).isFalse();
    }

    private static Report report() {
        return Samples.report(List.of(
                Samples.rate("S0", "sql <by hand> & fast", "postgresql", 30_000),
                Samples.rate("S1", "flowfabric", "postgresql", 19_000, 20_000, 21_000),
                Samples.waits("S2", "postgresql", 2, 9),
                Samples.waits("postgresql", 100, 1, 3, 9),
                new Result(
                        new Result.Subject("S7", "flowfabric", "postgresql"),
                        Samples.waits("S7", "postgresql", 1, 1).figures(),
                        Map.of(),
                        Map.of(),
                        List.of(10.0, 12.0, 11.0))));
    }

    private static List<String> texts(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> nodes.item(i).getTextContent())
                .toList();
    }

    private static double width(NodeList bars, int index) {
        return Double.parseDouble(
                bars.item(index).getAttributes().getNamedItem("width").getNodeValue());
    }
}
