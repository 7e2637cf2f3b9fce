package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** The page of a partition, in the query. */
final class PageQuery implements ArgumentPart {
    static final String PARTITION = "partition";
    static final String CURSOR = "cursor";
    static final String LIMIT = "limit";

    private static final Pattern DIGITS = Pattern.compile("\\d{1,20}");
    private static final int MOST_PARTITION = 65_535;
    private static final BigInteger MOST_LIMIT = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final BigInteger LONGEST_PAGE = BigInteger.valueOf(Limits.PAGE);

    @Override
    public void read(Exchange exchange, ObjectNode arguments) {
        String partition = exchange.query(PARTITION)
                .orElseThrow(() -> refused("missing query parameter: partition, a number from 0 to 65535"));
        int index =
                number(PARTITION, partition, BigInteger.valueOf(MOST_PARTITION)).intValue();
        arguments.put(PARTITION, index);
        exchange.query(CURSOR)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> arguments.put(CURSOR, cursor(text, index)));
        exchange.query(LIMIT)
                .ifPresent(text -> arguments.put(
                        LIMIT, number(LIMIT, text, MOST_LIMIT).min(LONGEST_PAGE).intValue()));
    }

    private static BigInteger number(String name, String text, BigInteger most) {
        if (DIGITS.matcher(text).matches()) {
            var value = new BigInteger(text);
            if (value.compareTo(most) <= 0) {
                return value;
            }
        }
        throw refused("invalid %s: must be a number from 0 to %s, not %s".formatted(name, most, text));
    }

    private static String cursor(String text, int partition) {
        ExecutionId id;
        try {
            id = ExecutionId.parse(text);
        } catch (EngineException unreadable) {
            throw refused("invalid cursor: " + unreadable.error().message());
        }
        if (id.partition() != partition) {
            throw refused("invalid cursor: %s does not belong to partition %d".formatted(text, partition));
        }
        return text;
    }

    private static Problem refused(String why) {
        return Problem.invalidRequest(400, "invalid_input", why);
    }

    @Override
    public void describe(Operation<?, ?> operation, ObjectNode description) {
        parameter(description, PARTITION, true).put("type", "integer").put("maximum", MOST_PARTITION);
        parameter(description, CURSOR, false).put("type", "string");
        parameter(description, LIMIT, false).put("type", "integer").put("default", 50);
    }

    private static ObjectNode parameter(ObjectNode description, String name, boolean required) {
        var parameter = description.withArrayProperty("parameters").addObject();
        parameter.put("name", name).put("in", "query").put("required", required);
        return parameter.putObject("schema");
    }
}
