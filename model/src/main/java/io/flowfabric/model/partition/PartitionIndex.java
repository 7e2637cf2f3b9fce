package io.flowfabric.model.partition;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;

/** The number of a partition within its family, an unsigned 16-bit value. Stateless. */
public final class PartitionIndex {

    /** The largest index that an id or a key can carry. */
    public static final int MAX = 65_535;

    /** What {@link #parse} answers for text that is no index. */
    public static final int INVALID = -1;

    private static final int MAX_DIGITS = 5;

    private PartitionIndex() {}

    /**
     * Reads the index spelled by {@code text} from {@code begin} to before {@code end}: digits only, no sign, no
     * superfluous zero in front, so that an index has one spelling. Answers {@link #INVALID} otherwise.
     */
    public static int parse(String text, int begin, int end) {
        int digits = end - begin;
        if (digits < 1 || digits > MAX_DIGITS || digits > 1 && text.charAt(begin) == '0') {
            return INVALID;
        }
        int index = 0;
        for (int i = begin; i < end; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return INVALID;
            }
            index = index * 10 + digit;
        }
        return index <= MAX ? index : INVALID;
    }

    /**
     * Answers {@code index} if it can be the number of a partition.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} otherwise
     */
    public static int require(int index) {
        if (index < 0 || index > MAX) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "partition: InvalidIndex(" + index + ")",
                            "A partition index lies between 0 and " + MAX + ".")
                    .toException();
        }
        return index;
    }
}
