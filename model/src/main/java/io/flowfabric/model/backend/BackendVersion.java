package io.flowfabric.model.backend;

import java.util.Comparator;

/**
 * The version of a store's code, ordered number by number.
 *
 * @param major changes what callers rely on
 * @param minor adds to it
 * @param patch repairs it
 */
public record BackendVersion(int major, int minor, int patch) implements Comparable<BackendVersion> {

    private static final Comparator<BackendVersion> ORDER = Comparator.comparingInt(BackendVersion::major)
            .thenComparingInt(BackendVersion::minor)
            .thenComparingInt(BackendVersion::patch);

    /** The version of this build. */
    public static BackendVersion ofThisBuild() {
        return BuildVersion.CURRENT;
    }

    /**
     * Reads {@code major.minor.patch}; a suffix such as {@code -SNAPSHOT} is ignored.
     *
     * @throws IllegalArgumentException if the text is no such version
     */
    static BackendVersion parse(String text) {
        String[] numbers = text.split("-", 2)[0].split("\\.", -1);
        if (numbers.length != 3) {
            throw new IllegalArgumentException("'" + text + "' is not a version; expected major.minor.patch");
        }
        return new BackendVersion(
                Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]));
    }

    @Override
    public int compareTo(BackendVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
