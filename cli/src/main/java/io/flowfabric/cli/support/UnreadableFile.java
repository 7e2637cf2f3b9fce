package io.flowfabric.cli.support;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be read; what the platform says of it is often just its name. Stateless. */
public final class UnreadableFile {
    private UnreadableFile() {}

    public static String why(IOException unreadable) {
        if (unreadable instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (unreadable instanceof AccessDeniedException) {
            return "this user may not read it";
        }
        return unreadable instanceof CharacterCodingException ? "it is no UTF-8 text" : unreadable.getMessage();
    }
}
