package io.flowfabric.bench.plot;

/** The colours that are used. */
enum Colour {
    PAPER(0xFFFFFF),
    INK(0x1F2937),
    FAINT(0x6B7280),
    GRID(0xE5E7EB),
    OURS(0x2563EB),
    OURS_TOO(0x60A5FA),
    CEILING(0x9CA3AF),
    OTHERS(0xF59E0B);

    private final int rgb;

    Colour(int rgb) {
        this.rgb = rgb;
    }

    int rgb() {
        return rgb;
    }

    String hex() {
        return "#%06X".formatted(rgb);
    }
}
