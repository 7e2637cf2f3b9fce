package io.flowfabric.store.testkit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of what every store promises. A class with {@link RunsOn} lists a subclass and says which store that is. */
@ExtendWith(FixtureOfList.class)
public abstract class StoreContract {
    private Optional<StoreFixture> fixture = Optional.empty();

    final void runOn(StoreFixture given) {
        fixture = Optional.of(given);
    }

    /** What opens the stores of this test. */
    protected final StoreFixture fixture() {
        return fixture.orElseThrow(() -> new IllegalStateException(
                getClass().getName() + " has no store to run on: it is no member of a class with @RunsOn"));
    }

    /** The argument that makes Maven run this class alone. In quotes, because the name of a nested class has a dollar. */
    protected final String selector() {
        String name = getClass().getName();
        return "'-Dtest=" + name.substring(name.lastIndexOf('.') + 1) + "'";
    }
}
