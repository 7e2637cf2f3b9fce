package io.flowfabric.bench.plot;

import io.flowfabric.bench.measure.Quartiles;
import io.flowfabric.bench.plot.Canvas.Point;
import java.util.List;

/** Lying bars, each with its label on the left, its value behind it, and a thin line from quartile to quartile. */
record Bars(String title, List<Bar> bars) implements Panel {
    private static final int LABELS = 210;
    private static final int VALUES = 110;
    private static final double THICKNESS = 15;

    /**
     * A bar.
     *
     * @param value its length; where its quartiles are apart, a thin line lies between them
     */
    record Bar(String label, Quartiles value, String shown, Colour colour) {}

    @Override
    public int height() {
        return LINE * bars.size() + LINE + 2 * MARGIN;
    }

    @Override
    public void draw(Canvas canvas, double top) {
        double y = Panel.title(canvas, top, title);
        double longest =
                bars.stream().mapToDouble(bar -> bar.value.upper()).max().orElse(1);
        double scale = (WIDTH - LABELS - VALUES) / Math.max(longest, Double.MIN_NORMAL);
        for (var bar : bars) {
            double middle = y + LINE / 2.0;
            canvas.text(new Point(LABELS - 8, middle + 4), bar.label, LABEL);
            canvas.rectangle(
                    new Point(LABELS, middle - THICKNESS / 2), bar.value.median() * scale, THICKNESS, bar.colour);
            if (bar.value.lower() < bar.value.upper()) {
                canvas.line(
                        List.of(
                                new Point(LABELS + bar.value.lower() * scale, middle),
                                new Point(LABELS + bar.value.upper() * scale, middle)),
                        1.5,
                        Colour.INK);
            }
            canvas.text(new Point(LABELS + bar.value.upper() * scale + 6, middle + 4), bar.shown, VALUE);
            y += LINE;
        }
    }
}
