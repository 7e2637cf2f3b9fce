package io.flowfabric.bench.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A frame and all that was called from it, with the samples that passed through it. Belongs to one thread. */
public final class Flame {
    private static final Comparator<Flame> HEAVIEST_FIRST =
            Comparator.comparingDouble(Flame::samples).reversed().thenComparing(flame -> flame.frame.name());

    private final Frame frame;
    private final Map<Frame, Flame> callees = new HashMap<>();
    private double samples;

    Flame(Frame frame) {
        this.frame = frame;
    }

    /** The method, or the group of threads. */
    public Frame frame() {
        return frame;
    }

    /** How many samples it stands for, those of its callees included. */
    public double samples() {
        return samples;
    }

    /** How many samples ended in it. */
    public double ownSamples() {
        return samples - callees.values().stream().mapToDouble(Flame::samples).sum();
    }

    /** What was called from it, the heaviest first. */
    public List<Flame> callees() {
        return callees.values().stream().sorted(HEAVIEST_FIRST).toList();
    }

    void add(List<Frame> frames, double weight) {
        samples += weight;
        if (!frames.isEmpty()) {
            callees.computeIfAbsent(frames.get(0), Flame::new).add(frames.subList(1, frames.size()), weight);
        }
    }
}
