package io.flowfabric.bench.plot;

import io.flowfabric.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Draws a report. */
public final class Plot {
    private Plot() {}

    /** Whether a file's name says how to draw: {@code .svg} or {@code .png}. */
    public static boolean canWrite(Path file) {
        var name = name(file);
        return name.endsWith(".svg") || name.endsWith(".png");
    }

    /** Draws what there is to see into a file, which is replaced if there is one. */
    public static void write(Report report, Path file) throws IOException {
        draw(report, file).write(file);
    }

    private static Canvas draw(Report report, Path file) {
        List<Panel> panels = Panels.of(report);
        int height = panels.stream().mapToInt(Panel::height).sum() + Panel.MARGIN;
        var canvas =
                name(file).endsWith(".png") ? new PngCanvas(Panel.WIDTH, height) : new SvgCanvas(Panel.WIDTH, height);
        double top = Panel.MARGIN / 2.0;
        for (var panel : panels) {
            panel.draw(canvas, top);
            top += panel.height();
        }
        return canvas;
    }

    private static String name(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT);
    }
}
