package io.flowfabric.bench.plot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Something to draw on, in pixels from the upper left corner. Belongs to one thread. */
interface Canvas {
    /** A corner of a line. */
    record Point(double x, double y) {}

    /** Where a text lies: it begins at its point, ends there, or has it in its middle. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** How a text looks. */
    record Style(int size, boolean bold, Colour colour, Anchor anchor) {}

    void rectangle(Point corner, double width, double height, Colour colour);

    void line(List<Point> points, double width, Colour colour);

    /** Writes a text with its base line at a point. */
    void text(Point at, String text, Style style);

    void write(Path file) throws IOException;
}
