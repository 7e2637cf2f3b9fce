package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Why arguments could not be mapped to their record, in terms of JSON members instead of classes. */
final class MappingRefusal {
    private static final String MISSING = "it is missing";

    private static final Pattern OF_NULL =
            Pattern.compile("Null value for creator property .*|Cannot map null into .*");

    private static final Pattern OF_A_VALUE = Pattern.compile("\\(was [\\w.]*Exception\\)|problem: [\\w.]*Exception");

    /** Hints of Jackson about its configuration and its tokens, which do not help the caller. */
    private static final Pattern ASIDE = Pattern.compile(" \\((?:but (?:might|could) if |token |set |disable ).*\\)");

    private static final Pattern PACKAGE = Pattern.compile("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])");

    private MappingRefusal() {}

    /** @param needed the required members, in the order of their declaration */
    static InvalidArguments of(JsonMappingException refused, ArgumentForm form, List<String> needed, JsonNode written) {
        String path = path(refused, form);
        String text = text(refused.getOriginalMessage());
        if (text.equals(MISSING) && refused.getPath().size() == 1) {
            // Jackson reports missing numbers before everything else.
            return new InvalidArguments(firstMissing(needed, written).orElse(path), MISSING);
        }
        return new InvalidArguments(
                form.list().map(either -> either.asWritten(path, written)).orElse(path), text);
    }

    private static Optional<String> firstMissing(List<String> needed, JsonNode written) {
        return needed.stream().filter(member -> !written.hasNonNull(member)).findFirst();
    }

    private static String path(JsonMappingException refused, ArgumentForm form) {
        var path = new StringBuilder();
        for (var step : refused.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else if (path.isEmpty()) {
                path.append(form.outside(step.getFieldName()));
            } else {
                path.append('.').append(step.getFieldName());
            }
        }
        return path.toString();
    }

    private static String text(String message) {
        String line = message.lines().findFirst().orElse("").replace("`", "");
        // Absent and null are the same, and Jackson says this for both.
        if (OF_NULL.matcher(line).matches()) {
            return MISSING;
        }
        String plain = ASIDE.matcher(line).replaceFirst("");
        plain = OF_A_VALUE.matcher(plain).replaceFirst("it has an invalid value");
        return PACKAGE.matcher(plain).replaceAll("");
    }
}
