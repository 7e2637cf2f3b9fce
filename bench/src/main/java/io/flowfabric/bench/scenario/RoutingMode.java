package io.flowfabric.bench.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/** Which worker has which of ten capabilities in S5. */
enum RoutingMode {
    /** Every worker has all of them. */
    HAPPY {
        @Override
        List<String> ofWorker(int worker, Random random) {
            return range(0, ALL);
        }

        @Override
        String ofTask(int task, Random random) {
            return capability(random.nextInt(ALL));
        }
    },

    /** Half of the tasks require what only a tenth of the workers can; every other one has three of eight. */
    PARTIAL {
        @Override
        List<String> ofWorker(int worker, Random random) {
            var others = new ArrayList<>(range(2, ALL));
            Collections.shuffle(others, random);
            if (worker % 10 > 0) {
                return others.subList(0, 3);
            }
            var many = new ArrayList<>(range(0, 2));
            many.addAll(others.subList(0, 5));
            return many;
        }

        @Override
        String ofTask(int task, Random random) {
            return capability(task % 2 == 0 ? random.nextInt(2) : 2 + random.nextInt(ALL - 2));
        }
    },

    /** A tenth of the tasks require what a single worker can. */
    SCARCE {
        @Override
        List<String> ofWorker(int worker, Random random) {
            return worker == 0 ? range(0, ALL) : range(0, 1);
        }

        @Override
        String ofTask(int task, Random random) {
            return capability(task % 10 == 0 ? 1 + random.nextInt(ALL - 1) : 0);
        }
    };

    private static final int ALL = 10;

    /** What the worker of a number can do. */
    abstract List<String> ofWorker(int worker, Random random);

    /** What the task of a number requires. */
    abstract String ofTask(int task, Random random);

    String literal() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String capability(int number) {
        return "cap" + number;
    }

    private static List<String> range(int from, int to) {
        return IntStream.range(from, to).mapToObj(RoutingMode::capability).toList();
    }
}
