package io.flowfabric.model.op.read;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Fields of an execution as text.
 *
 * @param values one entry per name asked for, in that order; empty when the field has no value, does not exist, or the
 *     execution is unknown
 */
public record ExecCoreFields(@JsonValue Map<String, Optional<String>> values) {
    public ExecCoreFields {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
