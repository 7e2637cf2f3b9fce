package io.flowfabric.cli.option;

import io.flowfabric.cli.support.UnreadableFile;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.op.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Where the payload of an execution comes from: at most one place. */
public final class PayloadOption {
    private static final int MAX_BYTES = Limits.PAYLOAD_BYTES;
    private static final String STANDARD_INPUT = "-";

    @Option(names = "--payload", paramLabel = "TEXT", description = "The payload.")
    private Optional<String> text = Optional.empty();

    @Option(names = "--payload-file", paramLabel = "FILE", description = "A file with the payload, at most 1 MiB.")
    private Optional<Path> file = Optional.empty();

    @Parameters(index = "0", arity = "0..1", paramLabel = "-", description = "Read the payload from standard input.")
    private Optional<String> dash = Optional.empty();

    /** Fails with a {@link ParameterException} if the payload cannot be read or is too large. */
    public Payload read(CommandLine command) throws IOException {
        if (text.isPresent()) {
            return checked(command, "--payload", Payload.text(text.get()).bytes());
        }
        if (file.isPresent()) {
            return fromFile(command, file.get());
        }
        if (dash.isPresent()) {
            if (!dash.get().equals(STANDARD_INPUT)) {
                throw new ParameterException(
                        command,
                        OptionValues.quoted(dash.get()) + " is not expected here; a payload is given by --payload,"
                                + " --payload-file or, from standard input, by a single -.");
            }
            return from(command, STANDARD_INPUT, System.in);
        }
        return Payload.EMPTY;
    }

    private static Payload fromFile(CommandLine command, Path file) {
        try (var in = Files.newInputStream(file)) {
            return from(command, "--payload-file", in);
        } catch (IOException unreadable) {
            throw new ParameterException(
                    command,
                    "--payload-file: %s cannot be read: %s"
                            .formatted(OptionValues.quoted("" + file), UnreadableFile.why(unreadable)));
        }
    }

    private static Payload from(CommandLine command, String source, InputStream in) throws IOException {
        return checked(command, source, in.readNBytes(MAX_BYTES + 1));
    }

    private static Payload checked(CommandLine command, String source, byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw new ParameterException(
                    command,
                    source + ": the payload has more than " + MAX_BYTES
                            + " bytes; keep the data elsewhere and submit where it is.");
        }
        return Payload.of(bytes);
    }
}
