package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.command.Cli;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {
    @TempDir
    Path directory;

    /** The command, the offending value as it must be named, and what was expected instead. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "submit --delay 10parsecs     | --delay: \"10parsecs\"       | 500ms, 30s, 5m, 2h or 1d",
                "submit --wait 36526d         | --wait: \"36526d\"           | at most 36525d",
                "top --every 0s               | --every: \"0ms\"             | 100ms or more",
                "list --watch --every 99ms    | --every: \"99ms\"            | 100ms or more",
                "submit --wait 1x             | --wait: \"1x\"               | 500ms, 30s, 5m, 2h or 1d",
                "submit --backoff -1s         | --backoff                    | duration",
                "submit --deadline tomorrow   | --deadline: \"tomorrow\"     | 2030-01-31T12:00:00Z",
                "submit --lane a,b            | --lane: \"a,b\"              | without a comma",
                "submit --namespace a\u00a0b  | --namespace: \"a\u00a0b\"    | without white space",
                "submit --id abc              | --id: \"abc\"                | {fp:7}:<uuid>",
                "submit --id {fp:300}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10 | 300 | 256",
                "submit --policy {x           | --policy: \"{x\"             | expecting double-quote",
                "submit --policy []           | --policy: \"[]\"             | JSON object",
                "submit --policy @nowhere     | \"nowhere\"                  | name a file",
                "submit --policy {} --retries 1 | --policy                   | --retries",
                "submit --backoff 1s          | --backoff                    | --retries",
                "submit --retries -1          | \"-1\"                       | 0 or more",
                "submit --retries many        | --retries: \"many\"          | whole number",
                "submit --priority 1.5        | --priority: \"1.5\"          | whole number",
                "submit --tag abc             | --tag: \"abc\"               | KEY=VALUE",
                "submit --tag ABC=1           | --tag: \"ABC\"               | lower-case",
                "submit --payload-file nowhere | \"nowhere\"                 | no such file",
                "submit --payload a --payload-file b | --payload-file        | mutually exclusive",
                "submit stray                 | \"stray\"                    | a single -",
                "submit --colour              | '--colour'                   | ff help submit",
                "get abc                      | ID: \"abc\"                  | {fp:7}:<uuid>",
                "get {fp:07}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10 | {fp:07} | without sign or leading zero",
                "get                          | ID                           | ff help get",
                "list --state done            | --state: \"done\"            | completed",
                "list --limit 0               | --limit: \"0\"               | 1 to 1000",
                "list --cursor x              | --cursor: \"x\"              | {fp:7}:<uuid>",
                "list --partition 70000       | --partition: \"70000\"       | 0 to 65535",
                "list --tag abc               | --tag: \"abc\"               | KEY=VALUE",
                "priority {fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10 9001 | \"9001\" | 0 to 9000",
                "wait --for soon {fp:7}:0190b5d8-8f3c-7a41-9d6e-2f1c5a7b9e10 | --for: \"soon\" | duration",
                "leases --limit 0             | --limit: \"0\"               | 1 to 10000",
                "events --family lunch        | \"lunch\"                    | lease",
                "events --after x             | --after: \"x\"               | ff help events",
                "call pong                    | \"pong\"                     | ff call lists them",
                "call renew                   | renew needs handle           | it takes handle [started]",
                "call list_lanes --arg depth=1 | \"depth\"                   | [cursor] [limit]",
                "call list_lanes --arg limit=many | limit:                  | (\"many\") to int value. See",
                "call list_lanes --json-args 7 | \"7\"                       | JSON object",
                "worker                       | --exec                       | ff help worker",
                "worker --exec true --concurrency 0 | --concurrency: \"0\"   | 1 to 256",
                "worker --exec true --lease 10ms | --lease: \"10ms\"         | 1s or more",
                "worker --exec true --max-tasks -1 | --max-tasks: \"-1\"     | 1 or more",
                "migrate                      | --show                       | --apply",
                "migrate --show --apply       | --show                       | mutually exclusive",
                "demo --executions 1          | --executions: \"1\"          | 20 to",
                "demo --embedded-postgres     | --embedded-postgres          | mutually exclusive",
            })
    void malformedOptionIsRefusedInOneLineAndNothingIsCreated(String command, String offender, String expected) {
        var ran = new Cli(directory).onStore(command.split(" "));

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).hasLineCount(1).startsWith("ff: ").contains(offender, expected, "ff help ");
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "mysql:shop           | sqlite:path/to/file.db",
                "sqlite:              | has no path",
                "sqlite:x.db?mode=ro  | unknown option \"mode\"",
                "/var/shop.db         | sqlite:path/to/file.db",
            })
    void malformedAddressIsRefusedInOneLine(String address, String expected) {
        var ran = Cli.run("submit", "--store", address);

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err())
                .hasLineCount(1)
                .startsWith("ff: --store: \"" + address + "\"")
                .contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql://bob:secret@db", "postgresql://bob:secret/x@db/app"})
    void refusedAddressIsShownWithoutItsPassword(String address) {
        assertThat(Cli.run("list", "--store", address).err())
                .contains("postgresql://***@db")
                .doesNotContain("secret");
    }

    @Test
    void memoryIsNoStoreForADemoOfTwoProcesses() {
        assertThat(Cli.run("demo", "--store", "sqlite::memory:").err())
                .hasLineCount(1)
                .contains("\"sqlite::memory:\" lives inside one process");
    }

    @Test
    void serverThatGoesWithTheDemoCannotBeKept() {
        assertThat(Cli.run("demo", "--embedded-postgres", "--keep").err())
                .hasLineCount(1)
                .contains("--keep", "--embedded-postgres", "--store");
    }

    @Test
    void payloadOverOneMebibyteIsRefusedBeforeAnythingIsCreated() {
        var ran = new Cli(directory).onStore("submit", "--payload", "x".repeat((1 << 20) + 1));

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).hasLineCount(1).contains("more than 1048576 bytes");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void keyOver1024BytesIsRefused() {
        var ran = new Cli(directory).onStore("submit", "--key", "k".repeat(1025));

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).hasLineCount(1).contains("1025 bytes, more than 1024");
    }

    @Test
    void foreignTextCannotBreakTheLine() {
        var ran = Cli.run("get", "a\nb\u001b[31m");

        assertThat(ran.err()).hasLineCount(1).doesNotContain("\u001b");
    }

    @Test
    void misspelledCommandIsNamedAndCorrected() {
        var ran = Cli.run("sumbit");

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).hasLineCount(1).contains("'sumbit'", "Did you mean submit?");
    }
}
