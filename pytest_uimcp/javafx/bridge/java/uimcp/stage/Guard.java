package uimcp.stage;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;

/**
 * Who is let in: programs of this machine that know the token.
 *
 * <p>A web page in a browser of this machine reaches loopback, too: its Origin, or the Host of a name that was rebound
 * to 127.0.0.1, gives it away. Other users of the machine do not know the token.
 */
final class Guard {
    private final byte[] token;
    private final Set<String> hosts;

    Guard(String token, int port) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
    }

    /** Throws what the request is refused with. */
    void check(Request request) throws Request.Refused {
        String host = request.header("host").toLowerCase(Locale.ROOT);
        if (!hosts.contains(host)) {
            throw new Request.Refused(403, "Forbidden: the Host " + Words.repr(host) + " is not this server; only "
                    + "127.0.0.1 and localhost with the ports of this server are answered.");
        }
        String origin = request.header("origin").toLowerCase(Locale.ROOT);
        if (!origin.isEmpty() && !(origin.startsWith("http://") && hosts.contains(origin.substring(7)))) {
            throw new Request.Refused(403, "Forbidden: pages of the Origin " + Words.repr(origin) + " may not use this "
                    + "server, only pages of 127.0.0.1 and localhost with the ports of this server.");
        }
        String given = request.header("authorization");
        boolean isBearer = given.regionMatches(true, 0, "Bearer ", 0, 7);
        byte[] secret = (isBearer ? given.substring(7).trim() : "").getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(secret, token)) {
            throw new Request.Refused(401, "Unauthorized: a token is required; send \"Authorization: Bearer <token>\" "
                    + "with the token of this server.");
        }
    }
}
