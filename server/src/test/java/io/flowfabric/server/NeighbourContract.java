package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The answers to a bound key do not depend on other namespaces: the same calls, with a busy neighbour between every two
 * of them and with an idle one, are answered the same, byte for byte. Generated ids and seals differ from run to run,
 * so each is replaced by the order in which it first appeared; times are replaced by one word.
 */
abstract class NeighbourContract extends ServerSuite {
    private static final Pattern TIME = Pattern.compile("\\b1[0-9]{12}\\b|[0-9-]{10}T[0-9:.]{8,12}Z");
    private static final Pattern VARYING =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f-]{27}|[\"'][A-Za-z0-9_:+/=.-]{40,}[\"']");
    private static final String ID = "{fp:7}:11111111-1111-4111-8111-%012d";
    private static final int CLAIMED = 3;

    @Override
    ServerConfig config() throws IOException {
        return withKeys(KeyFiles.key("root", "'admin'", ""), KeyFiles.key("bound", "'admin'", ",'namespace':'a'"));
    }

    @Test
    void busyNeighbourChangesNoAnswerToABoundKey() throws IOException {
        var alone = transcript(false);
        forgetStore();
        startServer();
        var crowded = transcript(true);

        assertThat(alone).hasSizeGreaterThan(2 * Catalogue.all().size());
        for (int i = 0; i < alone.size(); i++) {
            assertThat(crowded.get(i)).isEqualTo(alone.get(i));
        }
    }

    private List<String> transcript(boolean busy) {
        var root = http.with("token-of-key-root");
        var bound = http.with("token-of-key-bound");
        var neighbour = new Neighbour(root, busy);
        var script = new Script(bound, neighbour);
        script.run(new Samples(root));
        return script.said;
    }

    /** Does a little of everything in namespace b, on the lane that both use. */
    private static final class Neighbour {
        private final HttpCaller root;
        private final boolean busy;
        private int step;

        Neighbour(HttpCaller root, boolean busy) {
            this.root = root;
            this.busy = busy;
        }

        void act() {
            if (!busy) {
                return;
            }
            step++;
            String execution =
                    "{'namespace':'b','execution_kind':'k%d','lane_id':'main','priority':%d,'tags':{'b.x':'y'}}"
                            .formatted(step % 5, step % 7);
            String routed =
                    "{'namespace':'b','execution_kind':'charge','lane_id':'lane-b-%d','policy':{'routing_requirements':{'required_capabilities':['b%d']}}}"
                            .formatted(step, step);
            root.call(
                    "submit_batch",
                    "{'executions':[%s]}".formatted(String.join(",", execution, execution, execution, routed)));
            var claimed = root.call("claim", claim(",'namespace':'b'")).body();
            if (claimed.has("Claimed")) {
                String handle = claimed.at("/Claimed/handle").textValue();
                root.call(step % 2 == 0 ? "complete" : "fail", "{'handle':'%s','reason':'b'}".formatted(handle));
            }
            root.call("claim", claim(",'namespace':'b','lease_ttl_ms':1000"));
            root.call(
                    "register_worker",
                    "{'worker_id':'wb','worker_instance_id':'wb-%d','namespace':'b','lanes':['main'],'liveness_ttl_ms':60000}"
                            .formatted(step));
            root.call("acquire_cursor", "{'namespace':'b','name':'c','subscriber':'s%d'}".formatted(step));
        }
    }

    /** The calls of the bound key, and their answers. */
    private static final class Script {
        private final HttpCaller bound;
        private final Neighbour neighbour;
        private final List<String> said = new ArrayList<>();
        private final Map<String, String> seen = new HashMap<>();

        Script(HttpCaller bound, Neighbour neighbour) {
            this.bound = bound;
            this.neighbour = neighbour;
        }

        void run(Samples samples) {
            var handles = new ArrayList<String>();
            for (int i = 0; i < 2 * CLAIMED; i++) {
                ask(
                        "create_execution",
                        "{'execution_id':'%s','execution_kind':'charge','lane_id':'main','priority':%d}"
                                .formatted(ID.formatted(i), i % 3));
            }
            for (int i = 0; i < CLAIMED; i++) {
                handles.add(ask("claim", claim(",'lease_ttl_ms':600000"))
                        .at("/Claimed/handle")
                        .textValue());
            }
            ask("complete", "{'handle':'%s'}".formatted(handles.get(0)));
            ask("fail", "{'handle':'%s','reason':'no'}".formatted(handles.get(1)));
            events();
            for (Operation<?, ?> operation : Catalogue.all()) {
                for (int i = 0; i < 2; i++) {
                    everyWay(samples, operation.name(), handles.get(2), ID.formatted(i * CLAIMED));
                }
            }
            for (String path : List.of("/v1/executions", "/v1/lanes", "/v1/workers", "/v1/ops")) {
                say(path, bound.get(path));
            }
        }

        /** Cursors that were given, that are old, that are unsealed and that are invalid. */
        private void events() {
            var start = ask("subscribe_events", "{'cursor':'start','limit':2}");
            String first = start.at("/next_cursor").asText();
            ask("acquire_cursor", "{'name':'c','subscriber':'s','lease_ttl_ms':600000}");
            String later = ask("subscribe_events", "{'cursor':'%s'}".formatted(first))
                    .at("/next_cursor")
                    .asText();
            ask("advance_cursor", "{'name':'c','subscriber':'s','epoch':1,'position':'%s'}".formatted(later));
            ask("advance_cursor", "{'name':'c','subscriber':'s','epoch':1,'position':'%s'}".formatted(first));
            for (String odd : List.of("5", "99999999", "AAAA", "now")) {
                ask("subscribe_events", "{'cursor':'%s'}".formatted(odd));
                ask("advance_cursor", "{'name':'c','subscriber':'s','epoch':1,'position':'%s'}".formatted(odd));
            }
            ask("list_cursors", "{}");
        }

        private void everyWay(Samples samples, String operation, String handle, String id) {
            var known = Map.of(
                    "execution_id", id, "handle", handle, "lane_id", "main", "namespace", "a", "cursor", "start");
            String arguments = samples.of(operation, known);
            if (samples.mention(operation, "max_wait_ms")) {
                arguments = arguments.replaceFirst("}$", ",\"max_wait_ms\":0}").replace("{,", "{");
            }
            ask(operation, arguments);
            ask(operation, "{}".equals(arguments) ? "{'limit':1}" : "{}");
        }

        private JsonNode ask(String operation, String arguments) {
            neighbour.act();
            var answer = bound.call(operation, arguments);
            say(operation + " " + arguments, answer);
            return answer.body();
        }

        private void say(String asked, HttpAnswer answer) {
            said.add(plain(asked + " -> " + answer.status() + " " + answer.body()));
        }

        private String plain(String text) {
            return VARYING.matcher(TIME.matcher(text).replaceAll("TIME"))
                    .replaceAll(found -> found.group().startsWith("11111111-")
                            ? found.group()
                            : seen.computeIfAbsent(found.group(), any -> "#" + seen.size()));
        }
    }
}
