package io.flowfabric.server.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.server.http.DescribedEndpoint;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.wire.BytesForm;

/** The header by which a request chooses the format of bytes in the answer. */
final class BytesHeader {
    private static final String NAME = "FF-Bytes";
    private static final BytesForm USUAL = BytesForm.ARRAY;

    private BytesHeader() {}

    static BytesForm of(Exchange exchange) {
        String name = exchange.header(NAME).orElse(USUAL.literal());
        return BytesForm.of(name)
                .orElseThrow(() -> Problem.invalidRequest(
                        400,
                        "invalid_input",
                        "%s: %s is unknown; use one of %s"
                                .formatted(NAME, name, String.join(", ", BytesForm.spellings()))));
    }

    static void describe(ObjectNode description) {
        var schema = DescribedEndpoint.parameter(
                        description,
                        "header",
                        NAME,
                        "The format of bytes in the answer; bytes that do not fit it come in base64.")
                .putObject("schema");
        schema.put("type", "string").put("default", USUAL.literal());
        var values = schema.putArray("enum");
        BytesForm.spellings().forEach(values::add);
    }
}
