package io.flowfabric.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;

/** The store of the servers in the contracts that a class lists as static nested classes. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface ServedFrom {
    Kind value();

    /** The stores for a server. */
    enum Kind {
        SQLITE {
            @Override
            String freshAddress(Path directory) {
                return TestStores.freshSqlite(directory);
            }
        },
        POSTGRES {
            @Override
            String freshAddress(Path directory) {
                return TestStores.freshPostgres();
            }
        };

        /** The address of a new store, in a directory if it is a file. */
        abstract String freshAddress(Path directory);
    }
}
