package io.flowfabric.bench.profile;

import java.util.List;

/**
 * Where a thread was at one moment.
 *
 * @param thread its name
 * @param frames from the first method that it called to the one in which it was
 * @param inNative whether that one is native
 */
record Sample(String thread, List<Frame> frames, boolean inNative) {
    private static final String BENCHMARK = "io.flowfabric.bench.";

    /** Copies the frames. */
    Sample {
        frames = List.copyOf(frames);
    }

    /** The frames without what leads to the last method of the benchmark before the engine's own. */
    List<Frame> ownFrames() {
        int from = 0;
        for (int i = 0; i < frames.size() && !isOurs(frames.get(i)); i++) {
            if (frames.get(i).name().startsWith(BENCHMARK)) {
                from = i;
            }
        }
        return frames.subList(from, frames.size());
    }

    private static boolean isOurs(Frame frame) {
        return switch (frame.origin()) {
            case ENGINE, STORE, SDK -> true;
            default -> false;
        };
    }
}
