package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/** Why arguments could not be mapped to their record, in the words of those who wrote them: members, not classes. */
final class MappingRefusal {
    private static final Pattern OF_NULL =
            Pattern.compile("Null value for creator property .*|Cannot map null into .*");

    private static final Pattern OF_A_VALUE = Pattern.compile("\\(was [\\w.]*Exception\\)|problem: [\\w.]*Exception");

    /** How to configure the reader, and what it calls the value; whoever wrote the arguments can do nothing about either. */
    private static final Pattern ASIDE = Pattern.compile(" \\((?:but (?:might|could) if |token |set |disable ).*\\)");

    private static final Pattern PACKAGE = Pattern.compile("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])");

    private MappingRefusal() {}

    static InvalidArguments of(JsonMappingException refused, ArgumentForm form, JsonNode written) {
        String path = path(refused, form);
        return new InvalidArguments(
                form.list().map(either -> either.asWritten(path, written)).orElse(path),
                text(refused.getOriginalMessage()));
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
        // Absent and null are the same, and the reader has seen neither when it says this.
        if (OF_NULL.matcher(line).matches()) {
            return "it is missing";
        }
        String plain = ASIDE.matcher(line).replaceFirst("");
        plain = OF_A_VALUE.matcher(plain).replaceFirst("it has a value that cannot be there");
        return PACKAGE.matcher(plain).replaceAll("");
    }
}
