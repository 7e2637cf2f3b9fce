package io.flowfabric.store.jdbc.migration;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One numbered step of a schema.
 *
 * @param version its number, from 1; numbers may have gaps
 * @param name what it does, in the words of its file name
 * @param sql the text of the file, with line feeds only
 * @param backwardCompatible whether programs that do not know it may go on working with the schema
 */
public record Migration(int version, String name, String sql, boolean backwardCompatible) {

    private static final Pattern FILE_NAME = Pattern.compile("(\\d{4})_([a-z0-9_]+)\\.sql");
    private static final Pattern ANNOTATION = Pattern.compile("-- backward_compatible: (true|false)");

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException when it is below 1
     */
    public Migration {
        if (version < 1) {
            throw new IllegalArgumentException(
                    "Migration " + name + " has version " + version + "; versions begin at 1");
        }
    }

    /**
     * Reads a file.
     *
     * @param fileName four digits, an underscore and a name: {@code 0001_base.sql}
     * @param text SQL whose first line is {@code -- backward_compatible: true} or {@code false}
     * @throws IllegalArgumentException when the name or the first line has another shape
     */
    public static Migration parse(String fileName, String text) {
        Matcher name = FILE_NAME.matcher(fileName);
        if (!name.matches()) {
            throw new IllegalArgumentException(
                    "Migration file \"" + fileName + "\" must be named like 0001_base.sql: four digits, then a name");
        }
        // A checkout may have turned line ends round; the checksum must not depend on it.
        String sql = text.replace("\r\n", "\n");
        Matcher annotation =
                ANNOTATION.matcher(sql.lines().findFirst().orElse("").strip());
        if (!annotation.matches()) {
            throw new IllegalArgumentException("The first line of migration file " + fileName
                    + " must be \"-- backward_compatible: true\" or \"-- backward_compatible: false\"");
        }
        boolean compatible = Boolean.parseBoolean(annotation.group(1));
        return new Migration(Integer.parseInt(name.group(1)), name.group(2), sql, compatible);
    }

    /** The SHA-256 of the text, in lower-case hexadecimal digits. */
    public String checksum() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(sql.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /**
     * The statements of the text, in order.
     *
     * @throws IllegalArgumentException when a literal or comment in it has no end
     */
    public List<String> statements() {
        return StatementSplitter.split(sql);
    }

    /** The number and the name as in the file name: {@code 0001_base}. */
    @Override
    public String toString() {
        return "%04d_%s".formatted(version, name);
    }
}
