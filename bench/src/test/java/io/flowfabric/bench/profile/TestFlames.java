package io.flowfabric.bench.profile;

import java.util.List;
import java.util.stream.Stream;

/** Made-up samples. */
public final class TestFlames {
    private TestFlames() {}

    /** A tree of stacks, each written like {@code thread;a.B.c;a.B.d} with the root first. */
    public static Flame folded(String... stacks) {
        return flames(Stream.of(stacks).map(TestFlames::running).toList()).all();
    }

    static Flames flames(List<Sample> samples) {
        var flames = new Flames();
        flames.add(samples);
        return flames;
    }

    /** A thread in Java code. */
    static Sample running(String stack) {
        var names = List.of(stack.split(";"));
        return new Sample(
                names.get(0),
                names.subList(1, names.size()).stream()
                        .map(name -> method(name, false))
                        .toList(),
                false);
    }

    /** A thread in native code. */
    static Sample inNative(String stack) {
        var java = running(stack).frames();
        var last = java.get(java.size() - 1);
        var frames = Stream.concat(
                        java.subList(0, java.size() - 1).stream(), Stream.of(new Frame(last.name(), Origin.NATIVE)))
                .toList();
        return new Sample(stack.substring(0, stack.indexOf(';')), frames, true);
    }

    private static Frame method(String name, boolean isNative) {
        int dot = name.lastIndexOf('.');
        return Frame.method(name.substring(0, dot), name.substring(dot + 1), isNative);
    }
}
