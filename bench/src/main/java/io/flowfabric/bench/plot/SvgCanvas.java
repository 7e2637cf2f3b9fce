package io.flowfabric.bench.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Draws by writing the elements of an SVG file down. */
final class SvgCanvas implements Canvas {
    private final StringBuilder elements = new StringBuilder();
    private final int width;
    private final int height;

    SvgCanvas(int width, int height) {
        this.width = width;
        this.height = height;
    }

    @Override
    public void rectangle(Point corner, double width, double height, Colour colour) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                corner.x(), corner.y(), width, height, colour.hex());
    }

    @Override
    public void line(List<Point> points, double width, Colour colour) {
        var path = points.stream()
                .map(point -> String.format(Locale.ROOT, "%.1f,%.1f", point.x(), point.y()))
                .collect(Collectors.joining(" "));
        add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\"/>", path, colour.hex(), width);
    }

    @Override
    public void text(Point at, String text, Style style) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" font-weight=\"%s\" fill=\"%s\" text-anchor=\"%s\">%s</text>",
                at.x(),
                at.y(),
                style.size(),
                style.bold() ? "bold" : "normal",
                style.colour().hex(),
                style.anchor().name().toLowerCase(Locale.ROOT),
                escaped(text));
    }

    @Override
    public void write(Path file) throws IOException {
        Files.writeString(file, document());
    }

    String document() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
                font-family="sans-serif">
                <rect width="100%%" height="100%%" fill="%3$s"/>
                %4$s</svg>
                """.formatted(width, height, Colour.PAPER.hex(), elements);
    }

    private void add(String format, Object... values) {
        elements.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
