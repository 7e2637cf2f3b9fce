package io.flowfabric.model.error;

import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.ErrorKind;
import io.flowfabric.model.error.code.TransportKind;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store or the server could not be reached, or its answer was not understood. */
public final class TransportException extends EngineException {

    static final String RAW_CODE = "raw_code";

    private static final long serialVersionUID = 1L;

    /**
     * Carries an error of kind {@link ErrorKind#TRANSPORT}.
     *
     * @throws IllegalArgumentException for an error of another kind
     */
    public TransportException(EngineError error) {
        this(error, "", null);
    }

    /** A failure of {@code backend}, a store's label or a server, with what the driver threw. */
    public TransportException(String backend, TransportKind transportKind, Throwable cause) {
        this(describe(backend, transportKind, cause), "", cause);
    }

    private TransportException(EngineError error, String context, @Nullable Throwable cause) {
        super(ErrorKind.TRANSPORT, error, context, cause);
    }

    /** The backend that failed, or empty when the error does not say. */
    public String backend() {
        return error().named(EngineError.BACKEND).orElse("");
    }

    /** Why it failed; {@link TransportKind#OTHER} when the error does not say. */
    public TransportKind transportKind() {
        return error().transportKind().orElse(TransportKind.OTHER);
    }

    /** The code of the answer, when it was one that this version does not know. */
    public Optional<String> rawCode() {
        return error().named(RAW_CODE);
    }

    @Override
    public TransportException withContext(String label) {
        return new TransportException(error(), labelled(label), this);
    }

    private static EngineError describe(String backend, TransportKind kind, Throwable cause) {
        String said = cause.getMessage();
        String detail = said == null || said.isBlank() ? cause.getClass().getSimpleName() : said;
        var details = new LinkedHashMap<String, String>();
        details.put(EngineError.BACKEND, backend);
        details.put(EngineError.TRANSPORT_KIND, kind.literal());
        return new EngineError(ErrorCode.TRANSPORT, detail, details, "");
    }
}
