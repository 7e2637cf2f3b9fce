package io.flowfabric.bench.plot;

import io.flowfabric.bench.plot.Canvas.Anchor;
import io.flowfabric.bench.plot.Canvas.Point;
import io.flowfabric.bench.plot.Canvas.Style;

/** A part of the picture, as wide as the picture. */
interface Panel {
    int WIDTH = 900;
    int MARGIN = 24;
    int LINE = 26;

    Style TITLE = new Style(15, true, Colour.INK, Anchor.START);
    Style LABEL = new Style(12, false, Colour.INK, Anchor.END);
    Style VALUE = new Style(12, false, Colour.INK, Anchor.START);
    Style SCALE = new Style(11, false, Colour.FAINT, Anchor.MIDDLE);

    int height();

    /** Draws itself with its upper edge at {@code top}. */
    void draw(Canvas canvas, double top);

    /** Writes a title and answers where the rest may begin. */
    static double title(Canvas canvas, double top, String title) {
        canvas.text(new Point(MARGIN, top + LINE - 6), title, TITLE);
        return top + LINE + 4;
    }
}
