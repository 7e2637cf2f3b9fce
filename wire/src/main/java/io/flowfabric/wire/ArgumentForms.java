package io.flowfabric.wire;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.op.JsonMember;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The forms of arguments, read from the {@link JsonMember} of their records. */
final class ArgumentForms {
    private static final PropertyNamingStrategies.SnakeCaseStrategy SNAKE =
            new PropertyNamingStrategies.SnakeCaseStrategy();

    private static final Map<Class<?>, ArgumentForm> FORMS = new ConcurrentHashMap<>();

    private static final Set<String> BYTES = Catalogue.all().stream()
            .flatMap(operation -> of(operation).bytesMembers().stream())
            .collect(Collectors.toUnmodifiableSet());

    private ArgumentForms() {}

    /** Whether a member of that name is bytes in the arguments of any operation. */
    static boolean isBytes(String outside) {
        return BYTES.contains(outside);
    }

    static ArgumentForm of(Operation<?, ?> operation) {
        return of(operation.arguments());
    }

    /** The form of a record; plain for one without annotations. */
    static ArgumentForm of(Class<?> arguments) {
        return FORMS.computeIfAbsent(arguments, ArgumentForms::read);
    }

    /** The default member name of a component. */
    static String member(RecordComponent component) {
        return SNAKE.translate(component.getName());
    }

    private static ArgumentForm read(Class<?> arguments) {
        var form = new ArgumentForm();
        for (RecordComponent component : arguments.getRecordComponents()) {
            var said = component.getAnnotation(JsonMember.class);
            if (said != null) {
                add(form, member(component), said);
            }
        }
        return form;
    }

    private static void add(ArgumentForm form, String member, JsonMember said) {
        String outside = said.name().isEmpty() ? member : said.name();
        switch (said.format()) {
            case PAYLOAD -> form.payload(member, outside, said.encoding());
            case LANES -> form.list(MemberFormats.LANES);
            default -> form.named(member, outside, MemberFormats.of(said.format()));
        }
        if (!said.omitted().isEmpty()) {
            form.orElse(outside, said.omitted());
        }
        if (said.emptyMeansOmitted()) {
            form.emptyMeansAbsent(outside);
        }
        if (said.required()) {
            form.askedForByTheEngine(member);
        }
        if (!said.mintedFrom().isEmpty()) {
            form.instruction(said.mintedFrom());
        }
    }
}
