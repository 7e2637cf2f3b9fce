package io.flowfabric.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.testkit.StoreContract;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** A class that lists contracts lists every contract that there is, and this one. */
public abstract class CompletenessContract {

    /** What every contract extends. Contracts are searched for in its package and below. */
    protected Class<?> base() {
        return StoreContract.class;
    }

    /** The contracts that make no sense for this kind of store. */
    protected Set<Class<?>> notApplicable() {
        return Set.of();
    }

    @Test
    public void everyContractIsListed() {
        assertThat(contracts()).isNotEmpty();
        assertThat(contracts())
                .as("contracts that %s neither lists nor declares not applicable", list())
                .filteredOn(contract -> !notApplicable().contains(contract) && !isListed(contract))
                .isEmpty();
    }

    @Test
    public void contractsThatAreNotApplicableExistAndAreNotListed() {
        assertThat(contracts()).containsAll(notApplicable());
        assertThat(notApplicable()).filteredOn(this::isListed).isEmpty();
    }

    /** So that the name of a contract tells how to run it alone. */
    @Test
    public void everyListedClassIsNamedAfterItsContract() {
        assertThat(listed())
                .allSatisfy(each -> assertThat(namesOfSuperclasses(each))
                        .containsAnyOf(each.getSimpleName() + "Contract", each.getSimpleName() + "Suite"));
    }

    /** The contracts as the enclosing class runs them. */
    final List<Class<?>> listed() {
        return Arrays.stream(list().getDeclaredClasses())
                .filter(base()::isAssignableFrom)
                .toList();
    }

    private Class<?> list() {
        return getClass().getEnclosingClass();
    }

    private boolean isListed(Class<?> contract) {
        return listed().stream().anyMatch(contract::isAssignableFrom);
    }

    private List<Class<?>> contracts() {
        return ReflectionSupport.findAllClassesInPackage(base().getPackageName(), this::isContract, name -> true);
    }

    private boolean isContract(Class<?> type) {
        return base().isAssignableFrom(type) && Modifier.isAbstract(type.getModifiers()) && declaresTests(type);
    }

    private static boolean declaresTests(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> AnnotationSupport.isAnnotated(method, Testable.class));
    }

    private static List<String> namesOfSuperclasses(Class<?> type) {
        return Stream.<Class<?>>iterate(type.getSuperclass(), each -> each != Object.class, Class::getSuperclass)
                .map(Class::getSimpleName)
                .toList();
    }
}
