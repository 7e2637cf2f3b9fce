package io.flowfabric.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ErrorReporterTest {
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({"STALE_LEASE, 1", "TRANSPORT, 1", "CORRUPTION, 1", "INVALID_INPUT, 2", "PAYLOAD_TOO_LARGE, 2"})
    void refusalIsItsMessageOnOneLine(ErrorCode code, int exitCode) {
        var refusal = EngineError.of(code, "the detail", "The way\nout.").toException();

        assertThat(run(refusal, false)).isEqualTo(exitCode);
        assertThat(err.toString().strip()).isEqualTo("ff: " + code.literal() + ": the detail. The way out.");
    }

    @Test
    void unexpectedErrorPointsToTheStackTrace() {
        assertThat(run(new IllegalStateException("boom"), false)).isEqualTo(70);
        assertThat(err.toString()).hasLineCount(1).contains("boom", "--verbose");
    }

    @Test
    void verboseShowsTheStackTrace() {
        assertThat(run(new IllegalStateException("boom"), true)).isEqualTo(70);
        assertThat(err.toString()).contains("\tat " + ErrorReporterTest.class.getName());
    }

    private int run(Exception failure, boolean verbose) {
        return new CommandLine(new Failing(failure))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler(new ErrorReporter(() -> verbose))
                .execute();
    }

    @Command(name = "failing")
    private static final class Failing implements Callable<Integer> {
        private final Exception failure;

        Failing(Exception failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() throws Exception {
            throw failure;
        }
    }
}
