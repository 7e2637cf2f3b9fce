package io.flowfabric.bench;

import io.flowfabric.bench.machine.Disk;
import io.flowfabric.bench.machine.Machine;
import io.flowfabric.bench.machine.Server;
import io.flowfabric.bench.plot.Plot;
import io.flowfabric.bench.report.JsonReport;
import io.flowfabric.bench.report.Ratios;
import io.flowfabric.bench.report.Report;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.report.Targets;
import io.flowfabric.bench.report.TextReport;
import io.flowfabric.bench.scenario.BenchProgress;
import io.flowfabric.bench.scenario.ScenarioId;
import io.flowfabric.bench.scenario.Session;
import io.flowfabric.cli.console.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One benchmark from beginning to end. Belongs to one thread. */
final class Bench {
    private final Plan plan;
    private final Terminal terminal;
    private final PrintWriter out;
    private final TextReport text;

    Bench(Plan plan, Terminal terminal, PrintWriter out) {
        this.plan = plan;
        this.terminal = terminal;
        this.out = out;
        this.text = new TextReport(out, terminal);
    }

    void run() throws Exception {
        try (var progress = new BenchProgress(out, terminal)) {
            progress.phase(plan.store().servers().isEmpty() ? "looking at the machine" : "starting PostgreSQL");
            try (var setups = StoreSetups.open(plan.store())) {
                var origin = origin(setups);
                progress.done();
                setups.absences().forEach(progress::say);
                text.origin(origin);
                var report = new Report(origin, measure(setups, progress));
                conclude(report.results());
                keep(report);
            }
        }
    }

    private List<Result> measure(StoreSetups setups, BenchProgress progress) throws Exception {
        var session = new Session(plan.load(), plan.extent(), plan.files().profiles(), progress);
        var results = new ArrayList<Result>();
        for (var scenario : ScenarioId.scenarios(plan.scenarios())) {
            for (var stores : setups.all()) {
                boolean older = setups.isOlder(stores);
                if (!older || scenario.isOnEveryMajor() || !plan.isKeptShort()) {
                    var found = scenario.run(older ? session.onOlderMajor() : session, stores);
                    text.results(scenario.title(), found);
                    results.addAll(found);
                }
            }
        }
        return results;
    }

    private void conclude(List<Result> results) {
        text.settings(results);
        var ratios = Ratios.of(results);
        ratios.forEach(out::println);
        if (!ratios.isEmpty()) {
            out.println();
        }
        text.targets(Targets.of(results));
    }

    private void keep(Report report) throws IOException {
        if (plan.files().json().isPresent()) {
            JsonReport.write(report, plan.files().json().get());
            out.println("Results are in " + plan.files().json().get());
        }
        if (plan.files().plot().isPresent()) {
            Plot.write(report, plan.files().plot().get());
            out.println("The picture is " + plan.files().plot().get());
        }
        out.flush();
    }

    private static Report.Origin origin(StoreSetups setups) throws IOException, SQLException {
        var servers = new ArrayList<Server>();
        for (var host : setups.postgres()) {
            servers.add(Server.ask(host));
        }
        return new Report.Origin(Machine.describe(), Disk.measure(setups.directory()), servers, Instant.now());
    }
}
