package io.flowfabric.bench.profile;

import java.util.regex.Pattern;

/**
 * A method on a stack, or a group of threads.
 *
 * @param name with its package and type
 */
public record Frame(String name, Origin origin) {
    private static final String LAMBDA = "lambda$";

    /** Before the name of a nested type; a type without a name has a number and keeps its mark. */
    private static final Pattern NESTED = Pattern.compile("\\$(?=\\p{L})");

    static Frame threads(String name) {
        return new Frame(name, Origin.THREAD);
    }

    /** A method; the body of a lambda is called like the method that it is written in. */
    static Frame method(String type, String method, boolean isNative) {
        return new Frame(
                NESTED.matcher(type).replaceAll(".") + "." + readable(method),
                isNative ? Origin.NATIVE : Origin.of(type));
    }

    /** Whether a type is made by the JVM to get at a lambda or a method handle, and says nothing to a reader. */
    static boolean isGlue(String type) {
        return type.contains("$$Lambda") || type.startsWith("java.lang.invoke.LambdaForm$") || type.contains("/0x");
    }

    private static String readable(String method) {
        int end = method.lastIndexOf('$');
        return method.startsWith(LAMBDA) && end > LAMBDA.length()
                ? method.substring(LAMBDA.length(), end) + " λ"
                : method;
    }
}
