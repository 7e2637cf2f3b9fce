package io.flowfabric.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.sql.Connection;
import java.time.Clock;
import java.time.Instant;
import java.util.Calendar;
import java.util.Date;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keeps the house as it was drawn: which module may use which, and where there is no I/O, clock or SQL. */
class ArchitectureTest {
    private static final String ROOT = "io.flowfabric.";
    private static final String RULES = ROOT + "engine.rules..";

    private static final JavaClasses PRODUCTION = Production.of("io.flowfabric");

    @ParameterizedTest(name = "{0} uses {1}")
    @CsvSource({
        "model, ''",
        "engine, model",
        "store.jdbc, engine model",
        "store.sqlite, store.jdbc engine model",
        "store.postgres, store.jdbc engine model",
        "wire, engine model",
        "sdk, wire engine model",
        "micrometer, sdk engine model",
        "opentelemetry, sdk engine model",
        "junit, sdk engine model store.sqlite store.postgres embedded",
        "embedded, model",
        "server, wire micrometer opentelemetry sdk engine model",
        "cli, server wire sdk engine model embedded",
    })
    void modulesDependInOneDirection(String module, String used) {
        var allowed = (module + " " + used).strip().split(" ");
        for (int i = 0; i < allowed.length; i++) {
            allowed[i] = ROOT + allowed[i] + "..";
        }
        classes()
                .that()
                .resideInAPackage(ROOT + module + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("io.flowfabric..").or(resideInAnyPackage(allowed)))
                .check(PRODUCTION);
    }

    @Test
    void rulesUseTheModelAndThemselvesOnly() {
        classes()
                .that()
                .resideInAPackage(RULES)
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("io.flowfabric..").or(resideInAnyPackage(RULES, ROOT + "model..")))
                .check(PRODUCTION);
    }

    @Test
    void rulesTouchNoFileNoNetworkAndNoThread() {
        noClasses()
                .that()
                .resideInAPackage(RULES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "java.util.concurrent..")
                .check(PRODUCTION);
    }

    @Test
    void rulesAreToldTheTimeAndNeverAsk() {
        noClasses()
                .that()
                .resideInAPackage(RULES)
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class)
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(PRODUCTION);
    }

    /**
     * Decision 0005: a process whose clock is wrong changes nothing. The engine, the stores on servers and the SDK with its
     * workers measure how long they wait, by the monotonic clock, and ask the store what time it is. These classes read
     * the machine's own: the store that has no other, and those who tell people when something was, or that it is wrong.
     */
    @Test
    void machinesClockDecidesNothing() {
        noClasses()
                .that()
                .haveNameNotMatching(ROOT + "(store\\.sqlite\\.SqliteStore"
                        + "|model\\.id\\.TimeOrderedUuid" // in what order ids sort
                        + "|store\\.(sqlite\\.SqliteStoreProvider|postgres\\.PostgresSchema)" // when it was migrated
                        + "|cli\\.command\\.DoctorCommand)") // what the store's is compared with
                .should()
                .accessTargetWhere(describe("the machine's clock is read", ArchitectureTest::readsTheMachinesClock))
                .check(PRODUCTION);
    }

    private static boolean readsTheMachinesClock(JavaAccess<?> access) {
        var owner = access.getTargetOwner();
        String name = access.getTarget().getName();
        return owner.isEquivalentTo(System.class) && name.equals("currentTimeMillis")
                || owner.isEquivalentTo(Clock.class) && (name.startsWith("system") || name.startsWith("tick"))
                || owner.getPackageName().equals("java.time") && name.equals("now")
                || owner.isAssignableTo(Date.class) && name.equals("<init>")
                || owner.isAssignableTo(Calendar.class) && name.equals("getInstance");
    }

    @Test
    void rulesDrawNothingAtRandom() {
        noClasses()
                .that()
                .resideInAPackage(RULES)
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Random.class, ThreadLocalRandom.class)
                .orShould()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .callMethod(Math.class, "random")
                .check(PRODUCTION);
    }

    /** What a caller has open, a connection or a pool, is handed on as it is. */
    @Test
    void sqlIsKnownToStoresAndToWhatStartsAServerOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "store..", ROOT + "embedded..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..")
                        .and(not(equivalentTo(Connection.class)).and(not(equivalentTo(DataSource.class)))))
                .check(PRODUCTION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "model",
                "engine",
                "store.jdbc",
                "store.sqlite",
                "store.postgres",
                "sdk",
                "micrometer",
                "opentelemetry",
                "junit",
                "cli",
                "embedded"
            })
    void internalPackagesStayInTheirModule(String module) {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + module + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + module + "..internal..")
                .check(PRODUCTION);
    }
}
