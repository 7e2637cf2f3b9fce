package io.flowfabric.cli.option;

import io.flowfabric.cli.address.EngineAddress;
import io.flowfabric.cli.address.StoreAddress;
import io.flowfabric.cli.console.Durations;
import io.flowfabric.engine.store.Addresses;
import io.flowfabric.model.Literal;
import io.flowfabric.model.Literals;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.state.PublicState;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Turns the texts of options into values; each refusal names the text and what was expected instead. */
public final class OptionValues {
    private static final int SHOWN_CHARS = 80;

    /** A century: nothing waits longer, and its nanoseconds still fit a number of 64 bits. */
    private static final Duration LONGEST = Duration.ofDays(36_525);

    private OptionValues() {}

    public static void register(CommandLine commandLine) {
        commandLine
                .registerConverter(StoreAddress.class, text -> address(text, StoreAddress::parse))
                .registerConverter(EngineAddress.class, text -> address(text, EngineAddress::parse))
                .registerConverter(ExecutionId.class, checked(ExecutionId::parse))
                .registerConverter(LaneId.class, checked(LaneId::new))
                .registerConverter(Namespace.class, checked(Namespace::new))
                .registerConverter(WorkerId.class, checked(WorkerId::new))
                .registerConverter(IdempotencyKey.class, OptionValues::key)
                .registerConverter(PublicState.class, text -> literal(PublicState.class, text, "a state"))
                .registerConverter(EventFamily.class, text -> literal(EventFamily.class, text, "a family of events"))
                .registerConverter(EventCursor.class, checked(OptionValues::cursor))
                .registerConverter(Duration.class, OptionValues::duration)
                .registerConverter(Moment.class, Moment::parse)
                .registerConverter(TagOption.class, TagOption::parse)
                .registerConverter(Integer.class, OptionValues::number)
                .registerConverter(int.class, OptionValues::number);
    }

    /** A refusal of the model, as a sentence that names the value; some of its explanations begin with it. */
    static String explain(String value, EngineException refusal) {
        String explanation = refusal.error().explanation();
        return explanation.startsWith("\"") ? explanation : quoted(value) + ": " + explanation;
    }

    /** Foreign text as it stands in a refusal: quoted, and cut when it is long. */
    public static String quoted(String value) {
        return '"' + (value.length() <= SHOWN_CHARS ? value : value.substring(0, SHOWN_CHARS) + "…") + '"';
    }

    private static <T> ITypeConverter<T> checked(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (EngineException refused) {
                throw new TypeConversionException(explain(text, refused));
            }
        };
    }

    /** The detail of a refused address says which part of it is wrong. */
    private static <T> T address(String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (EngineException refused) {
            throw new TypeConversionException("%s: %s. %s"
                    .formatted(
                            quoted(Addresses.withoutSecrets(text)),
                            refused.detail(),
                            refused.error().explanation()));
        }
    }

    private static IdempotencyKey key(String text) {
        try {
            return new IdempotencyKey(text);
        } catch (EngineException refused) {
            throw new TypeConversionException(
                    quoted(text) + " is too long: " + refused.detail() + "; use a hash of it.");
        }
    }

    private static Integer number(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException malformed) {
            throw new TypeConversionException(quoted(text) + " is not a whole number of 32 bits.");
        }
    }

    private static <E extends Enum<E> & Literal> E literal(Class<E> type, String text, String what) {
        return Literals.parse(type, text)
                .orElseThrow(() -> new TypeConversionException(quoted(text) + " is not " + what + "; use one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Literal::literal)
                                .collect(Collectors.joining(", "))
                        + "."));
    }

    private static EventCursor cursor(String text) {
        return text.equals("start") ? EventCursor.START : EventCursor.parse(text);
    }

    private static Duration duration(String text) {
        var duration = Durations.parse(text)
                .orElseThrow(() -> new TypeConversionException(
                        quoted(text) + " is not a duration; write it like " + Durations.USAGE + "."));
        if (duration.compareTo(LONGEST) > 0) {
            throw new TypeConversionException(
                    quoted(text) + " is out of range; use at most " + LONGEST.toDays() + "d.");
        }
        return duration;
    }
}
