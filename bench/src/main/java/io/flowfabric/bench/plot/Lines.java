package io.flowfabric.bench.plot;

import io.flowfabric.bench.plot.Canvas.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures over the seconds of a run, one line each. */
record Lines(String title, List<Line> lines) implements Panel {
    private static final int LEFT = 80;
    private static final int HEIGHT = 180;
    private static final int STEPS = 4;

    record Line(String label, List<Double> values, Colour colour) {}

    @Override
    public int height() {
        return HEIGHT + 2 * LINE + 2 * MARGIN;
    }

    @Override
    public void draw(Canvas canvas, double top) {
        double y = Panel.title(canvas, top, title) + 8;
        double highest = round(lines.stream()
                .flatMap(line -> line.values.stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1));
        grid(canvas, y, highest);
        int seconds = lines.stream().mapToInt(line -> line.values.size()).max().orElse(1);
        double x = LEFT;
        for (var line : lines) {
            canvas.line(points(line, y, highest, seconds), 1.8, line.colour);
            canvas.rectangle(new Point(x, y + HEIGHT + 14), 10, 10, line.colour);
            canvas.text(new Point(x + 16, y + HEIGHT + 24), line.label, VALUE);
            x += 120;
        }
        canvas.text(new Point(WIDTH - MARGIN - 20, y + HEIGHT + 24), seconds + " s", SCALE);
    }

    private static void grid(Canvas canvas, double y, double highest) {
        for (int step = 0; step <= STEPS; step++) {
            double at = y + HEIGHT - HEIGHT * step / (double) STEPS;
            canvas.line(List.of(new Point(LEFT, at), new Point(WIDTH - MARGIN, at)), 1, Colour.GRID);
            canvas.text(
                    new Point(LEFT - 8, at + 4), String.format(Locale.ROOT, "%,.0f", highest * step / STEPS), LABEL);
        }
    }

    private static List<Point> points(Line line, double y, double highest, int seconds) {
        var points = new ArrayList<Point>();
        double step = (WIDTH - LEFT - MARGIN) / (double) Math.max(seconds - 1, 1);
        for (int i = 0; i < line.values.size(); i++) {
            points.add(new Point(LEFT + i * step, y + HEIGHT * (1 - line.values.get(i) / highest)));
        }
        return points;
    }

    /** The next number that is 1, 2 or 5 at its front, so that the scale reads well. */
    private static double round(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1))));
        for (double front : new double[] {1, 2, 5, 10}) {
            if (front * power >= value) {
                return front * power;
            }
        }
        return value;
    }
}
