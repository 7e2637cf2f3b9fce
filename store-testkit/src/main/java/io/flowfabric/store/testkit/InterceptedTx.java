package io.flowfabric.store.testkit;

import io.flowfabric.engine.store.Tx;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Makes transactions whose calls, and those on their families of records, pass through a test. */
public final class InterceptedTx {
    private static final String FAMILIES = Tx.class.getPackageName();

    private InterceptedTx() {}

    /** The rest of a call. */
    public interface Rest {
        Object run() throws Throwable;
    }

    /** Stands in the way of calls, except for those that only lead to a family of records. */
    public interface Interceptor {
        /** The answer to the call: that of the rest, or another one. */
        Object call(Method method, Object[] arguments, Rest rest) throws Throwable;
    }

    /** The same transaction, or family of one, behind an interceptor. */
    public static <X> X of(Class<X> type, X behind, Interceptor interceptor) {
        return type.cast(Proxy.newProxyInstance(
                InterceptedTx.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    var returned = method.getReturnType();
                    if (returned.isInterface() && returned.getPackageName().startsWith(FAMILIES)) {
                        return family(returned, invoke(behind, method, arguments), interceptor);
                    }
                    return interceptor.call(method, arguments, () -> invoke(behind, method, arguments));
                }));
    }

    private static <X> Object family(Class<X> type, Object behind, Interceptor interceptor) {
        return of(type, type.cast(behind), interceptor);
    }

    private static Object invoke(Object behind, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(behind, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
