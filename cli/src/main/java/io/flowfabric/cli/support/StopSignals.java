package io.flowfabric.cli.support;

import java.lang.reflect.Proxy;
import java.util.List;

/**
 * SIGTERM and Ctrl-C as a call, so that a process that then ends in good order has the exit code 0. By itself a JVM ends
 * with 143 or 130, whatever its shutdown hooks achieve, which supervisors take for a failure.
 */
public final class StopSignals {
    private static final List<String> NAMES = List.of("TERM", "INT");

    private StopSignals() {}

    /** Runs something at each signal from now on. Where signals cannot be had, the shutdown hooks have to do. */
    public static void onEach(Runnable stop) {
        for (String name : NAMES) {
            try {
                handle(name, stop);
            } catch (ReflectiveOperationException unavailable) {
                return;
            }
        }
    }

    /** By reflection, because the compiler warns of the class, the only one there is, and a warning fails the build. */
    private static void handle(String name, Runnable stop) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object handling = Proxy.newProxyInstance(
                StopSignals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                    stop.run();
                    return null;
                });
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), handling);
    }
}
