package io.flowfabric.bench.profile;

import java.util.ArrayList;
import java.util.List;

/** Samples folded into one tree: all threads, groups of threads, and the methods in them. Belongs to one thread. */
public final class Flames {
    private final Flame all = new Flame(Frame.threads("all"));
    private double waiting;

    /** The root. It stands for the samples of threads that were at work. */
    public Flame all() {
        return all;
    }

    /** Which share of the samples, idle threads aside, are of threads that read from a socket; 0 if there is none. */
    public double waitingShare() {
        return waiting == 0 ? 0 : waiting / (waiting + all.samples());
    }

    /** Adds what was seen while one yardstick stood beside it. */
    void add(List<Sample> samples) {
        double nativeWeight = Yardstick.threadsInNative(samples);
        for (var sample : samples) {
            double weight = sample.inNative() ? nativeWeight : 1;
            switch (Yardstick.isOne(sample) ? Activity.IDLE : Activity.of(sample)) {
                case WORKING -> all.add(path(sample), weight);
                case WAITING -> waiting += weight;
                case IDLE -> {}
            }
        }
    }

    private static List<Frame> path(Sample sample) {
        var path = new ArrayList<Frame>();
        path.add(Frame.threads(ThreadNames.normalised(sample.thread())));
        path.addAll(sample.ownFrames());
        return path;
    }
}
