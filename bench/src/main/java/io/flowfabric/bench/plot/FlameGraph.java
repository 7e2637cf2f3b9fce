package io.flowfabric.bench.plot;

import io.flowfabric.bench.plot.Canvas.Anchor;
import io.flowfabric.bench.plot.Canvas.Point;
import io.flowfabric.bench.plot.Canvas.Style;
import io.flowfabric.bench.plot.SvgCanvas.Box;
import io.flowfabric.bench.profile.Flame;
import io.flowfabric.bench.profile.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Draws samples of stacks: a box for every frame, as wide as its share of the samples, on top of the one that called it.
 * What is left of a box beside those on top of it is its own share. Belongs to one thread.
 */
public final class FlameGraph {
    private static final int WIDTH = 1200;
    private static final int MARGIN = 16;
    private static final int ROW = 17;
    private static final int LINE = 18;
    private static final int TITLE_HEIGHT = 34;
    private static final int LEGEND_STEP = 90;

    /** What is narrower is not drawn. */
    private static final double LEAST_WIDTH = 0.5;

    private static final Style TITLE = new Style(16, true, Colour.INK, Anchor.START);
    private static final Style NOTE = new Style(12, false, Colour.FAINT, Anchor.START);
    private static final Style LABEL = new Style(11, false, Colour.INK, Anchor.START);
    private static final Style THREAD_LABEL = new Style(11, false, Colour.PAPER, Anchor.START);

    private final Flame all;
    private final double scale;
    private final int head;
    private final int height;
    private final SvgCanvas canvas;

    private FlameGraph(Flame all, int notes) {
        this.all = all;
        this.scale = all.samples() == 0 ? 0 : (WIDTH - 2 * MARGIN) / all.samples();
        this.head = TITLE_HEIGHT + (notes + 1) * LINE + MARGIN;
        this.height = head + rows(all) * ROW + MARGIN;
        this.canvas = new SvgCanvas(WIDTH, height);
    }

    /** Draws a tree into an SVG file, which is replaced if there is one; the notes stand under the title. */
    public static void write(String title, List<String> notes, Flame all, Path file) throws IOException {
        var graph = new FlameGraph(all, notes.size());
        graph.head(title, notes);
        graph.draw(all, MARGIN, graph.height - MARGIN - ROW);
        graph.canvas.write(file);
    }

    private void head(String title, List<String> notes) {
        canvas.text(new Point(MARGIN, TITLE_HEIGHT - 6), title, TITLE);
        double y = TITLE_HEIGHT;
        for (var note : notes) {
            y += LINE;
            canvas.text(new Point(MARGIN, y - 4), note, NOTE);
        }
        double x = MARGIN;
        for (var origin : Origin.values()) {
            canvas.rectangle(new Point(x, y + 7), 11, 11, colour(origin));
            canvas.text(new Point(x + 16, y + 17), origin.shown(), NOTE);
            x += LEGEND_STEP;
        }
    }

    private void draw(Flame flame, double x, double y) {
        double width = width(flame);
        if (width < LEAST_WIDTH) {
            return;
        }
        boolean isThread = flame.frame().origin() == Origin.THREAD;
        int room = SvgCanvas.letters(width - 2 * Box.PADDING, LABEL.size());
        canvas.box(
                new Box(new Point(x, y), width, ROW, FrameLabel.of(flame.frame(), room), tip(flame)),
                colour(flame.frame().origin()),
                isThread ? THREAD_LABEL : LABEL);
        double from = x;
        for (var callee : flame.callees()) {
            draw(callee, from, y - ROW);
            from += width(callee);
        }
    }

    private int rows(Flame flame) {
        if (width(flame) < LEAST_WIDTH) {
            return 0;
        }
        return 1 + flame.callees().stream().mapToInt(this::rows).max().orElse(0);
    }

    private double width(Flame flame) {
        return flame.samples() * scale;
    }

    private String tip(Flame flame) {
        return String.format(
                Locale.ROOT,
                "%s\n%.1f %% of the time, %.1f %% in itself (%.0f of %.0f samples)",
                flame.frame().name(),
                100 * flame.samples() / all.samples(),
                100 * flame.ownSamples() / all.samples(),
                flame.samples(),
                all.samples());
    }

    private static Colour colour(Origin origin) {
        return switch (origin) {
            case THREAD -> Colour.THREADS;
            case ENGINE -> Colour.ENGINE;
            case STORE -> Colour.STORE;
            case SDK -> Colour.SDK;
            case DRIVER -> Colour.DRIVER;
            case JDK -> Colour.JDK;
            case NATIVE -> Colour.NATIVE;
            case OTHER -> Colour.FOREIGN;
        };
    }
}
