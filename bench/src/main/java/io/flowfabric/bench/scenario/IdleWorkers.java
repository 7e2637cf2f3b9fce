package io.flowfabric.bench.scenario;

import io.flowfabric.bench.scenario.Session.Extent;
import io.flowfabric.bench.system.FlowFabricRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which workers wait for work, and where.
 *
 * @param lanes each of them served by every engine
 * @param engines how many, each with one worker
 */
record IdleWorkers(List<String> lanes, int engines) {
    private static final String LANE = FlowFabricRun.LANE;

    /** One engine on one lane, then every other number of lanes, then every other number of engines. */
    static List<IdleWorkers> variants(Extent extent) {
        var variants = new ArrayList<IdleWorkers>();
        variants.add(onOneLane(1));
        extent.lanes().stream()
                .filter(lanes -> lanes > 1)
                .map(lanes -> new IdleWorkers(lanes(lanes), 1))
                .forEach(variants::add);
        extent.engines().stream()
                .filter(engines -> engines > 1)
                .map(IdleWorkers::onOneLane)
                .forEach(variants::add);
        return variants;
    }

    /** Some engines on one lane. */
    static IdleWorkers onOneLane(int engines) {
        return new IdleWorkers(List.of(LANE), engines);
    }

    private static List<String> lanes(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> LANE + "-" + i).toList();
    }

    /** Whether it is the one with which others are compared. */
    boolean isPlain() {
        return lanes.size() == 1 && engines == 1;
    }

    /** In words, such as {@code 4 lanes, 1 engine}. */
    String mode() {
        return "%s, %s".formatted(counted(lanes.size(), "lane"), counted(engines, "engine"));
    }

    Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        settings.put("mode", mode());
        settings.put("lanes", Integer.toString(lanes.size()));
        settings.put("engines", Integer.toString(engines));
        return settings;
    }

    private static String counted(int count, String what) {
        return count == 1 ? "1 " + what : "%d %ss".formatted(count, what);
    }
}
