package io.flowfabric.bench.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A peer in a Node process of its own. It is asked by lines of JSON on its standard input, {@code {"ask": "submit",
 * "count": 1000, …}}, and answers each by a line on its standard output, {@code {"answer": {…}}} or {@code {"error":
 * "…"}}. It ends when its input does, so that it does not outlive us.
 */
final class NodePeer implements Peer {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final Process process;
    private final BufferedWriter questions;
    private final BufferedReader answers;
    private final Map<String, Object> workers;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final NodeProgram program;

    private NodePeer(NodeProgram program, PeerStore peerStore) throws IOException {
        this.program = program;
        this.process = program.start(peerStore.database());
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.workers = Map.of("workers", peerStore.workers());
    }

    static Peer prepare(NodeProgram program, PeerStore peerStore) throws IOException {
        var peer = new NodePeer(program, peerStore);
        try {
            peer.ask("prepare", peer.workers)
                    .properties()
                    .forEach(setting -> peer.settings.put(
                            setting.getKey(), setting.getValue().asText()));
            return peer;
        } catch (IOException failed) {
            peer.process.destroyForcibly();
            throw failed;
        }
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public void submit(int count, String payload) throws IOException {
        ask("submit", Map.of("count", count, "payload", payload));
    }

    @Override
    public void start() throws IOException {
        ask("start", workers);
    }

    @Override
    public String unfinished() {
        return program.unfinished();
    }

    @Override
    public void close() {
        try {
            ask("close", Map.of());
            questions.close();
            process.waitFor(FAREWELL.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException alreadyGone) {
            // Then the process has already ended.
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }

    private JsonNode ask(String question, Map<String, Object> given) throws IOException {
        var line = new LinkedHashMap<String, Object>(given);
        line.put("ask", question);
        questions.write(JSON.writeValueAsString(line));
        questions.newLine();
        questions.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException(
                    "%s ended when asked to %s; %s says why".formatted(program.name(), question, program.log()));
        }
        var read = JSON.readTree(answer);
        if (read.has("error")) {
            throw new IOException("%s could not %s: %s"
                    .formatted(program.name(), question, read.get("error").asText()));
        }
        return read.get("answer");
    }
}
