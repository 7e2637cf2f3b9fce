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
    OTHERS(0xF59E0B),
    THREADS(0x4B5563),
    ENGINE(0x93C5FD),
    STORE(0x86EFAC),
    SDK(0xC4B5FD),
    DRIVER(0xFCD34D),
    JDK(0xD1D5DB),
    NATIVE(0xFCA5A5),
    FOREIGN(0xE7DCC8);

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
