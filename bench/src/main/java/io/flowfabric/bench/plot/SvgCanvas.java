package io.flowfabric.bench.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Draws by writing the elements of an SVG file down. */
final class SvgCanvas implements Canvas {
    /** A letter of this font is six tenths of its size wide, whichever of them a machine has. */
    private static final String MONOSPACED = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

    private static final double LETTER = 0.602;

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

    /** How many letters of a box's label fit into a width. */
    static int letters(double width, int size) {
        return (int) (width / (size * LETTER));
    }

    /** A rectangle with a label in monospaced letters, and a tip that is shown while a pointer rests on it. */
    void box(Box box, Colour colour, Style style) {
        add(
                "<g><title>%s</title><rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\" stroke=\"%s\""
                        + " stroke-width=\"0.5\"/>",
                escaped(box.tip),
                box.corner.x(),
                box.corner.y(),
                box.width,
                box.height,
                colour.hex(),
                Colour.PAPER.hex());
        if (!box.label.isEmpty()) {
            add(
                    "<text x=\"%.2f\" y=\"%.1f\" font-family=\"%s\" font-size=\"%d\" fill=\"%s\">%s</text>",
                    box.corner.x() + Box.PADDING,
                    box.corner.y() + box.height / 2 + style.size() * 0.35,
                    MONOSPACED,
                    style.size(),
                    style.colour().hex(),
                    escaped(box.label));
        }
        add("</g>");
    }

    /**
     * A box.
     *
     * @param label short enough for it; empty if there is no room for one
     */
    record Box(Point corner, double width, double height, String label, String tip) {
        static final double PADDING = 3;
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
