package io.flowfabric.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The form of an answer, written as tables of operations write it. {@code Ok} is that text; {@code Granted{a,b?}} an object
 * with that one member, whose value has exactly the members {@code a} and perhaps {@code b}, texts unless it is said
 * otherwise ({@code a:number}, {@code a[text]}, {@code a{*}}); {@code Claimed(X)} and {@code ClaimedMany[X]} one whose value
 * is an X, or a list of some. {@code *} stands for members of any name.
 */
final class Shape {
    private static final String CLAIM =
            "{handle,kind,execution_id,execution_kind,namespace,lane_id,attempt_index:number,attempt_id,attempt_type?,"
                    + "lease_id,lease_epoch:number,lease_expires_at:number,input_payload:bytes,payload_encoding?,tags{*}}";

    private Shape() {}

    static boolean fits(JsonNode node, String shape) {
        for (String alternative : shape.split(" · ")) {
            if (fitsOne(node, alternative)) {
                return true;
            }
        }
        return false;
    }

    private static boolean fitsOne(JsonNode node, String shape) {
        int bracket = firstBracket(shape);
        if (bracket < 0) {
            return isSimple(node, shape);
        }
        String inside = shape.substring(bracket + 1, shape.length() - 1);
        if (bracket > 0) {
            String name = shape.substring(0, bracket);
            String value = shape.charAt(bracket) == '(' ? inside : shape.substring(bracket);
            return node.isObject() && node.size() == 1 && node.has(name) && fitsOne(node.get(name), value);
        }
        return shape.charAt(0) == '[' ? isList(node, inside) : hasMembers(node, inside);
    }

    private static boolean isSimple(JsonNode node, String shape) {
        return switch (shape) {
            case "text" -> node.isTextual();
            case "number" -> node.isIntegralNumber();
            case "null" -> node.isNull();
            case "bytes" -> node.isArray() && (node.isEmpty() || isList(node, "number"));
            case "Claim" -> fitsOne(node, CLAIM);
            default -> node.isTextual() && node.textValue().equals(shape);
        };
    }

    /** A list of nothing is written as such, so that one of something is not proven by an empty one. */
    private static boolean isList(JsonNode node, String item) {
        if (!node.isArray() || node.isEmpty() != item.isEmpty()) {
            return false;
        }
        for (JsonNode each : node) {
            if (!fitsOne(each, item)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasMembers(JsonNode node, String members) {
        if (!node.isObject()) {
            return false;
        }
        Map<String, JsonNode> left = new HashMap<>();
        node.properties().forEach(member -> left.put(member.getKey(), member.getValue()));
        for (String member : split(members)) {
            if (member.equals("*")) {
                return true;
            }
            boolean optional = member.endsWith("?");
            String shape = optional ? member.substring(0, member.length() - 1) : member;
            int end = nameEnd(shape);
            JsonNode value = left.remove(shape.substring(0, end));
            if (value == null ? !optional : !fitsOne(value, valueShape(shape.substring(end)))) {
                return false;
            }
        }
        return left.isEmpty();
    }

    private static String valueShape(String written) {
        return written.isEmpty() ? "text" : written.startsWith(":") ? written.substring(1) : written;
    }

    private static int nameEnd(String member) {
        int end = 0;
        while (end < member.length() && ":[{".indexOf(member.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static int firstBracket(String shape) {
        for (int i = 0; i < shape.length(); i++) {
            if ("([{".indexOf(shape.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** At the commas that are in no brackets. */
    private static List<String> split(String members) {
        var parts = new ArrayList<String>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < members.length(); i++) {
            char c = members.charAt(i);
            depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(members.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(members.substring(start));
        return parts;
    }
}
