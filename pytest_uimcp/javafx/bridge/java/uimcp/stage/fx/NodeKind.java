package uimcp.stage.fx;

import java.nio.charset.StandardCharsets;
import javafx.scene.Node;
import uimcp.stage.JsonWriter;

/** What is the same for all nodes of a class, found out once. */
final class NodeKind {
    private static final ClassValue<NodeKind> KINDS = new ClassValue<>() {
        @Override
        protected NodeKind computeValue(Class<?> type) {
            return new NodeKind(type);
        }
    };

    /** The simple name of the class. */
    final String type;
    /** The same as JSON, within a path. */
    final byte[] typeInPath;
    /** From the type to what is before the id. */
    final byte[] typeAndModule;
    final boolean isLeaf;
    /** Whether its nodes have neither a text nor a value nor rows. */
    final boolean isSilent;

    private NodeKind(Class<?> type) {
        this.type = type.getSimpleName().intern();
        this.typeInPath = bytes(new JsonWriter(32).inside(this.type));
        JsonWriter out = new JsonWriter(64).raw(JsonWriter.ascii("},\"type\":")).text(this.type);
        out.raw(JsonWriter.ascii(",\"module\":")).text(Sections.module(type)).raw(JsonWriter.ascii(",\"id\":"));
        this.typeAndModule = bytes(out);
        this.isLeaf = Sections.isLeaf(type);
        this.isSilent = Sections.isSilent(type);
    }

    private static byte[] bytes(JsonWriter out) {
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    static NodeKind of(Node node) {
        return KINDS.get(node.getClass());
    }
}
