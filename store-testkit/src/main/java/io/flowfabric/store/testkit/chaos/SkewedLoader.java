package io.flowfabric.store.testkit.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/**
 * The system class loader of a JVM whose clock is wrong: every class of the class path, libraries and drivers included,
 * is loaded with its calls of the machine's clock rewritten. Only the JDK itself knows the right time.
 */
public final class SkewedLoader extends ClassLoader {
    private static final List<String> RIGHT = List.of("java.", "javax.", "jdk.", "sun.", SkewedTime.class.getName());

    /** Called by the JVM that {@link #options} were given to. */
    public SkewedLoader(ClassLoader parent) {
        super(parent);
    }

    /** What makes a JVM believe that it is earlier or later than it is. */
    static List<String> options(Duration skew) {
        return List.of(
                "-Djava.system.class.loader=" + SkewedLoader.class.getName(),
                "-D" + SkewedTime.PROPERTY + '=' + skew,
                // Newer JVMs say on the standard output that they cannot share classes with such a loader.
                "-Xshare:off");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (RIGHT.stream().anyMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] rewritten = ClockCalls.redirect(file.readAllBytes());
            return defineClass(name, rewritten, 0, rewritten.length);
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
