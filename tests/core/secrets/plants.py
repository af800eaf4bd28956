"""Texts in which a secret was planted: SECRET, PIN, HEX or TOKEN stands where the secret does."""

from __future__ import annotations

from typing import Final

SECRET: Final = "hunter2-Wq9"
WORD: Final = "swordfish"
PIN: Final = "4711"
HEX: Final = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"
TOKEN: Final = "q7Zr1VbN0xKp3LmT8sWd5YgH"

PLANTS: Final = (
    # Lua, as apps and `ui_run` have it.
    f'password = "{SECRET}"',
    f"local pwd = '{SECRET}'",
    f"password = [[{SECRET}]]",
    f"app.token = [==[{SECRET}]==]",
    f'config["client_secret"] = "{SECRET}"',
    f'login({{ user = "ada", pass = "{SECRET}" }})',
    f'app:setPassword("{SECRET}")',
    f"session:set_token('{SECRET}')",
    f'app:setApiKey "{SECRET}"',
    f"account:setSecret[[{SECRET}]]",
    f'store:set("password", "{SECRET}")',
    f'os.setenv("DB_PASSWORD", "{SECRET}")',
    f'user.passphrase = "correct horse battery {SECRET}"',
    f"pin = '{PIN}'",
    f'{{ name = "ada", pinCode = "{PIN}" }}',
    # JSON.
    f'{{"password": "{SECRET}"}}',
    f'{{"apiKey":"{SECRET}"}}',
    f'{{"access_token" : "{SECRET}", "expires_in": 3600}}',
    f'{{"pin": {PIN}}}',
    f'{{"refreshToken": "{TOKEN}"}}',
    f'{{"private-key": "{SECRET}"}}',
    f'{{"user": {{"credentials": "{SECRET}"}}}}',
    f'{{"cvv": "{PIN}"}}',
    f'{{"escaped": "x", "password": "{SECRET}\\"and more"}}',
    # YAML, ini, environment.
    f"password: {SECRET}",
    f"db:\n  password: {WORD}\n  host: x",
    f"  - token: {SECRET}",
    f"secret: '{SECRET}'",
    f"auth:\n  api_key: {TOKEN}  # from the vault",
    f"DB_PASSWORD={SECRET}",
    f"export STRIPE_KEY={TOKEN}",
    f"API_TOKEN='{SECRET}'",
    f'SECRET_KEY="{SECRET}"',
    f"DB_PASSWORD={WORD}",
    f"PGPASSWORD={WORD} psql",
    f"[db]\npassword = {SECRET}",
    f"SMTP_PASS={SECRET}",
    f"GITHUB_TOKEN={TOKEN}",
    # Addresses and queries.
    f"https://example.org/?token={SECRET}&page=2",
    f"https://maps.example.org/api?address=x&key={TOKEN}",
    f"https://example.org/login?user=ada&password={WORD}",
    f"https://example.org/#access_token={TOKEN}",
    f"postgres://ada:{SECRET}@db.example.org/x",
    f"redis://:{SECRET}@cache:6379",
    f"amqp://guest:{WORD}@mq",
    f"host=db user=ada password={WORD} sslmode=require",
    f"Server=db;User Id=ada;Password={SECRET};",
    f"https://hooks.slack.com/services/T0123ABCD/B0456EFGH/{TOKEN}",
    # Headers and cookies.
    f"Authorization: Bearer {SECRET}",
    f"authorization: Basic {TOKEN}",
    f"Authorization: Token {SECRET}",
    f"X-Api-Key: {SECRET}",
    f"Cookie: session={SECRET}; theme=dark",
    f"Set-Cookie: sid={TOKEN}; Path=/; HttpOnly",
    f"Proxy-Authorization: Basic {TOKEN}",
    f"X-Auth-Token: {SECRET}",
    f'curl -H "Authorization: Bearer {SECRET}" https://example.org',
    f'document.cookie = "sid={SECRET}; path=/"',
    # Command lines.
    f"curl -u ada:{SECRET} https://example.org",
    f"mysql --password={WORD} -u root",
    f"tool --token {SECRET} run",
    f"tool --api-key={SECRET}",
    f"docker run -e POSTGRES_PASSWORD={WORD} postgres",
    # HTML.
    f'<input type="password" value="{SECRET}">',
    f"<input value='{SECRET}' type='password'>",
    f'<sl-input type="password" name="x" value="{SECRET}"></sl-input>',
    f'<input autocomplete="one-time-code" value="{PIN}">',
    f'<input name="api_token" value="{SECRET}">',
    f'<input id="pin" maxlength="4" value="{PIN}">',
    f"<password>{SECRET}</password>",
    f"<ApiKey>{TOKEN}</ApiKey>",
    # Other languages of programs.
    f"const token = `{SECRET}`;",
    f"password => '{SECRET}',",
    f'$password := "{SECRET}"',
    f"CREATE USER ada IDENTIFIED BY '{SECRET}'",
    f"ALTER ROLE ada WITH PASSWORD '{SECRET}'",
    f'conn = connect(host="db", password="{SECRET}")',
    f"headers['x-api-key'] = '{SECRET}'",
    f'sessionId: "{HEX}"',
    # Other languages of people.
    f'passwort = "{SECRET}"',
    f"Kennwort: {SECRET}",
    f'{{"contraseña": "{SECRET}"}}',
    f'motDePasse = "{SECRET}"',
    f'{{"senha": "{SECRET}"}}',
    f"wachtwoord: {SECRET}",
    f'пароль = "{SECRET}"',
    f'{{"密码": "{SECRET}"}}',
    f'パスワード: "{SECRET}"',
    f'{{"hasło": "{SECRET}"}}',
    # What people and agents say.
    f"My password is {SECRET}.",
    f"the PIN is {PIN}, thanks",
    f"Mein Passwort ist {SECRET}",
    # Tokens that nobody named.
    f"call it with sk-{TOKEN}",
    f"see ghp_{TOKEN}abcdefghijkl",
    f"key AKIA{'ABCD1234' * 2}",
    f"AIza{TOKEN}12345678901",
    f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.{TOKEN}",
    f"it answered {HEX}",
    f"it answered {TOKEN}",
    f"-----BEGIN OPENSSH PRIVATE KEY-----\n{TOKEN}\n-----END OPENSSH PRIVATE KEY-----",
    f"xoxb-1234567890-{TOKEN}",
    f"glpat-{TOKEN}",
)
VALUES: Final = (SECRET, WORD, PIN, HEX, TOKEN, "ABCD1234ABCD1234")
