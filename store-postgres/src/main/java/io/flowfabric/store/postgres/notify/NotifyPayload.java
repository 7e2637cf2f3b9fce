package io.flowfabric.store.postgres.notify;

import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.engine.store.wakeup.WakeUps;
import java.util.Locale;

/**
 * Wake-ups as the text of a notification: the sender, the doorbells, and the due time if there is one, separated by
 * spaces. Each doorbell is one small letter, followed by the hashes of its keys as numbers to base 36 in capital
 * letters and digits, separated by commas. A letter without keys stands for all keys, as every letter does that a
 * version without keys has sent. Such a version reads small letters alone, so it takes this text for a wake-up of all
 * keys.
 */
public final class NotifyPayload {
    /**
     * With more keys a doorbell is rung for all. Five doorbells with so many are 2,600 bytes; the server takes 8,000.
     */
    static final int MOST_KEYS = 64;

    private static final int BASE = 36;

    private NotifyPayload() {}

    public static String of(String sender, WakeUps wakeUps) {
        var text = new StringBuilder(sender).append(' ');
        append(text, 'w', wakeUps.work());
        append(text, 'e', wakeUps.ends());
        append(text, 'v', wakeUps.events());
        append(text, 't', wakeUps.revoked() ? WakeUpKeys.ALL : WakeUpKeys.NONE);
        append(text, 'c', wakeUps.cursors());
        append(text, 'f', wakeUps.followUps() ? WakeUpKeys.ALL : WakeUpKeys.NONE);
        text.append(' ');
        if (wakeUps.dueAt() != WakeUps.NO_DUE_TIME) {
            text.append(wakeUps.dueAt());
        }
        return text.toString();
    }

    /** The wake-ups of a notification: all when it cannot be read, and none when this process has sent it. */
    static WakeUps read(String text, String self) {
        var parts = text.split(" ", -1);
        if (parts[0].equals(self)) {
            return WakeUps.NONE;
        }
        if (parts.length != 3) {
            return WakeUps.ALL;
        }
        try {
            return new WakeUps(
                    keys(parts[1], 'w'),
                    keys(parts[1], 'e'),
                    keys(parts[1], 'v'),
                    !keys(parts[1], 't').isEmpty(),
                    keys(parts[1], 'c'),
                    !keys(parts[1], 'f').isEmpty(),
                    parts[2].isEmpty() ? WakeUps.NO_DUE_TIME : Long.parseLong(parts[2]));
        } catch (NumberFormatException notOurs) {
            return WakeUps.ALL;
        }
    }

    private static void append(StringBuilder text, char letter, WakeUpKeys keys) {
        if (keys.isEmpty()) {
            return;
        }
        text.append(letter);
        if (keys.size() <= MOST_KEYS) {
            for (int i = 0; i < keys.size(); i++) {
                text.append(i == 0 ? "" : ",")
                        .append(Integer.toUnsignedString(keys.hash(i), BASE).toUpperCase(Locale.ROOT));
            }
        }
    }

    private static WakeUpKeys keys(String text, char letter) {
        int begin = text.indexOf(letter) + 1;
        if (begin == 0) {
            return WakeUpKeys.NONE;
        }
        int end = begin;
        while (end < text.length() && !Character.isLowerCase(text.charAt(end))) {
            end++;
        }
        if (begin == end) {
            return WakeUpKeys.ALL;
        }
        var texts = text.substring(begin, end).split(",", -1);
        int[] hashes = new int[texts.length];
        for (int i = 0; i < texts.length; i++) {
            hashes[i] = Integer.parseUnsignedInt(texts[i], BASE);
        }
        return WakeUpKeys.of(hashes);
    }
}
