package io.flowfabric.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;

/** Draws into an image in memory, twice as fine as an SVG of the same size is shown. */
final class PngCanvas implements Canvas {
    private static final int SCALE = 2;

    private final BufferedImage image;
    private final Graphics2D graphics;

    PngCanvas(int width, int height) {
        image = new BufferedImage(width * SCALE, height * SCALE, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        rectangle(new Point(0, 0), width, height, Colour.PAPER);
    }

    @Override
    public void rectangle(Point corner, double width, double height, Colour colour) {
        use(colour);
        graphics.fill(new Rectangle2D.Double(corner.x(), corner.y(), width, height));
    }

    @Override
    public void line(List<Point> points, double width, Colour colour) {
        use(colour);
        graphics.setStroke(new BasicStroke((float) width));
        var path = new Path2D.Double();
        for (var point : points) {
            if (path.getCurrentPoint() == null) {
                path.moveTo(point.x(), point.y());
            } else {
                path.lineTo(point.x(), point.y());
            }
        }
        graphics.draw(path);
    }

    @Override
    public void text(Point at, String text, Style style) {
        use(style.colour());
        graphics.setFont(new Font(Font.SANS_SERIF, style.bold() ? Font.BOLD : Font.PLAIN, style.size()));
        int width = graphics.getFontMetrics().stringWidth(text);
        double x = switch (style.anchor()) {
            case START -> at.x();
            case MIDDLE -> at.x() - width / 2.0;
            case END -> at.x() - width;
        };
        graphics.drawString(text, (float) x, (float) at.y());
    }

    @Override
    public void write(Path file) throws IOException {
        graphics.dispose();
        ImageIO.write(image, "png", file.toFile());
    }

    private void use(Colour colour) {
        graphics.setColor(new Color(colour.rgb()));
    }
}
