import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskText } from './mask-text';
import { NAMED_VALUES, TOKENS, type TokenRule } from './secret-kinds';

/** No key stands in this file: scanners of repositories would report it. */
const MIXED = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY';
const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const CAPITALS = 'A1B2C3D4E5F6G7H8';
const DIGITS = '7130482956';
const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';

function filled(alphabet: TokenRule['of'], length: number): string {
  const source = { digits: DIGITS, hex: HEX, capitals: CAPITALS }[String(alphabet)] ?? MIXED;
  return source.repeat(Math.ceil(length / source.length)).slice(0, length);
}

function tokenOf(rule: TokenRule, start: string): string {
  const before = rule.before === undefined ? '' : filled(rule.before[0], rule.before[1]);
  const dotted = (rule.dotted ?? []).map(([least]) => `.${filled(rule.of, least)}`).join('');
  return before + start + filled(rule.of, rule.length[0]) + dotted;
}

function keyBlock(label: string, lineEnd = '\n'): string {
  const dashes = '-'.repeat(5);
  const lines = [`${dashes}BEGIN ${label}${dashes}`, KEY_LINE, KEY_LINE, 'AQAB==', `${dashes}END ${label}${dashes}`];
  return lines.join(lineEnd);
}

const masked = (text: string) => maskText(text).text;
const rules: readonly TokenRule[] = TOKENS;

describe('vendor tokens', () => {
  for (const rule of rules) {
    for (const start of rule.starts) {
      test(`finds a ${rule.kind} that starts with ${start.trim()}`, () => {
        const token = tokenOf(rule, start);
        const readable = rule.keepsStart ? start : '';
        const kind = maskText(`use ${token} here`).found[0];
        expect(masked(`use ${token} here`)).toBe(`use ${readable}[secret: ${kind}] here`);
        expect(kind).toBe(rule.kind);
        expect(masked(`x="${token}"`)).toBe(`x="${readable}[secret: ${kind}]"`);
        expect(masked(`one\\n${token}\\n`)).toBe(`one\\n${readable}[secret: ${kind}]\\n`);
      });
    }
  }

  test('names the vendor rather than the variable', () => {
    expect(masked(`OPENAI_API_KEY=sk-${'proj-'}${MIXED}`)).toBe('OPENAI_API_KEY=[secret: openai key]');
    expect(masked(`{"token": "ghp_${MIXED}aB3d"}`)).toBe('{"token": "[secret: github token]"}');
    expect(masked(`https://x:ghp_${MIXED}aB3d@github.com/a`)).toBe('https://x:[secret: github token]@github.com/a');
  });

  test('finds several in one text and reports each', () => {
    const { text, found } = maskText(`a ghp_${MIXED} b AKIA${CAPITALS} c ghp_${MIXED}`);
    expect(text).toBe('a [secret: github token] b [secret: aws access key id] c [secret: github token]');
    expect(found).toEqual(['github token', 'aws access key id', 'github token']);
  });

  test('finds a token in coloured terminal output', () => {
    expect(masked(`\u001b[32mghp_${MIXED}\u001b[0m`)).toBe('\u001b[32m[secret: github token]\u001b[0m');
  });

  test('finds a token in a diff line and in a Telegram address', () => {
    const diff = `-sk-ant-api03-${MIXED}\n+sk-ant-api03-${MIXED}`;
    expect(masked(diff)).toBe('-[secret: anthropic key]\n+[secret: anthropic key]');
    expect(masked(`/bot7130482956:AA${MIXED}x/getMe`)).toBe('/bot[secret: telegram token]/getMe');
  });

  test('finds a token without a digit, and one that happens to contain the letters of a placeholder', () => {
    expect(masked(`GOCSPX-${'aBcDeFgHiJkLmNoPqRsTuVwXyZab'}`)).toBe('[secret: google token]');
    expect(masked(`sk-ant-api03-${MIXED}your${MIXED}xxxx`)).toBe('[secret: anthropic key]');
  });

  test('leaves placeholders of documentation', () => {
    for (const text of [
      'sk-ant-api03-your-key-here-000000',
      `ghp_${'x'.repeat(36)}`,
      `sk-${'.'.repeat(24)}`,
      'hf_...',
    ]) {
      expect(masked(text)).toBe(text);
    }
  });
});

describe('private keys', () => {
  const note = '[secret: private key]';

  test('masks a block of every label', () => {
    const labels = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'];
    for (const label of [...labels, 'PGP PRIVATE KEY BLOCK']) {
      expect(masked(`a\n${keyBlock(label)}\nb`)).toBe(`a\n${note}\nb`);
    }
  });

  test('masks a block with escaped line ends, and one shown with line numbers', () => {
    expect(masked(`"key": "${keyBlock('PRIVATE KEY', '\\n')}\\n"`)).toBe(`"key": "${note}\\n"`);
    const numbered = keyBlock('RSA PRIVATE KEY').replace(/\n/g, '\n     2→');
    expect(masked(`     1→${numbered}\n`)).toBe(`     1→${note}\n`);
  });

  test('masks a truncated block, but not the text after it', () => {
    const [opening] = keyBlock('RSA PRIVATE KEY').split('\n');
    expect(masked(`${opening}\n${KEY_LINE}\n${KEY_LINE.slice(0, 30)}`)).toBe(note);
    expect(masked(`${opening}\n${KEY_LINE}\n[cut]\nThe rest of the answer.`)).toBe(
      `${note}\n[cut]\nThe rest of the answer.`,
    );
    const headers = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\n';
    expect(masked(`${opening}\n${headers}${KEY_LINE}`)).toBe(note);
  });

  test('leaves public keys, certificates, and code that only mentions keys', () => {
    const dashes = '-'.repeat(5);
    const code = `if (a.includes('${dashes}BEGIN PRIVATE KEY${dashes}') && a.includes('${dashes}END PRIVATE KEY${dashes}')) {}`;
    for (const text of [keyBlock('PUBLIC KEY'), keyBlock('CERTIFICATE'), code]) expect(masked(text)).toBe(text);
  });
});

describe('headers and URLs', () => {
  test('masks credentials in headers, wherever they appear', () => {
    const value = `${MIXED}-${HEX}`;
    expect(masked(`curl -H "Authorization: Bearer ${value}" u`)).toMatch(
      /Bearer \[secret: bearer token\]" u$|Bearer \[secret: authorization header\]" u$/,
    );
    expect(masked(`-H 'x-api-key: ${value}'`)).toBe(`-H 'x-api-key: [secret: api key]'`);
    expect(masked(`{"x-api-key":"${value}"}`)).toBe(`{"x-api-key":"[secret: api key]"}`);
    expect(masked(`{\\"X-Api-Key\\": \\"${value}\\"}`)).toBe(`{\\"X-Api-Key\\": \\"[secret: api key]\\"}`);
    expect(masked(`["Authorization", "Bearer ${value}"]`)).toBe(`["Authorization", "Bearer [secret: bearer token]"]`);
    expect(masked('Authorization: Basic dXNlcjpwYXNzd29yZA==')).toBe(
      'Authorization: Basic [secret: authorization header]',
    );
  });

  test('masks the password of a URL and nothing else in it', () => {
    expect(masked('postgres://app:s3cr3t@db:5432/x?y=1')).toBe('postgres://app:[secret: password]@db:5432/x?y=1');
    expect(masked('redis://:letmein@host')).toBe('redis://:[secret: password]@host');
    expect(masked('mongodb+srv://u:p@ss@host/x')).toBe('mongodb+srv://u:[secret: password]@host/x');
    expect(masked('amqp://u:pa/ss#1@host/x')).toBe('amqp://u:[secret: password]@host/x');
    expect(masked(`"git clone https://me:${MIXED}@host/a.git"`)).toBe(
      '"git clone https://me:[secret: password]@host/a.git"',
    );
  });

  test('leaves URLs without a password', () => {
    for (const url of [
      'http://localhost:5173/@vite/client',
      'https://host:8080/a:b@c',
      'ssh://git@github.com/a/b',
      'docker://alpine:latest@sha256:0a1b2c3d',
      'http://[::1]:3000/@fs/a',
      'https://user:password@host',
      'https://$' + '{USER}:$' + '{PASS}@host',
      'https://<user>:<token>@host',
      'see http://localhost:3000, or mail me@host',
    ]) {
      expect(masked(url)).toBe(url);
    }
  });
});

describe('assignments', () => {
  for (const { kind, names, looks } of NAMED_VALUES) {
    for (const name of names) {
      test(`finds a ${kind} by the name ${name}`, () => {
        const value = looks === 'aws' ? `${MIXED}aB3d/+F7` : MIXED;
        const note = `[secret: ${kind}]`;
        expect(masked(`${name.toUpperCase()}=${value}\n`)).toBe(`${name.toUpperCase()}=${note}\n`);
        expect(masked(`my_${name}: '${value}',`)).toBe(`my_${name}: '${note}',`);
        expect(masked(`"${name}" : "${value}"`)).toBe(`"${name}" : "${note}"`);
        expect(masked(`run --${name} ${value} now`)).toBe(`run --${name} ${note} now`);
        expect(masked(`run --${name}=${value} now`)).toBe(`run --${name}=${note} now`);
      });
    }
  }

  test('masks passwords that people choose', () => {
    expect(masked('DB_PASSWORD=postgres\n')).toBe('DB_PASSWORD=[secret: password]\n');
    expect(masked('password: hunter2\n')).toBe('password: [secret: password]\n');
    expect(masked('const password = "Tr0ub4dor&3";')).toBe('const password = "[secret: password]";');
    expect(masked('Server=db;Password=Pa55word!;')).toBe('Server=db;Password=[secret: password];');
    expect(masked('SESSION_SECRET="super-duper-s3cret"')).toBe('SESSION_SECRET="[secret: secret value]"');
    expect(masked(`?access_token=${MIXED}&page=2`)).toBe('?access_token=[secret: access token]&page=2');
    expect(masked(`client_secret: "${MIXED}"`)).toBe('client_secret: "[secret: client secret]"');
    expect(masked(`apiKey => '${MIXED}'`)).toBe(`apiKey => '[secret: api key]'`);
  });

  test('masks values in elements, after a type, and logins of a command', () => {
    expect(masked('<password>Sup3rS3cret</password>')).toBe('<password>[secret: password]</password>');
    expect(masked(`const apiKey: string = "${MIXED}";`)).toBe('const apiKey: string = "[secret: api key]";');
    expect(masked(`let token: &str = "${MIXED}";`)).toBe('let token: &str = "[secret: access token]";');
    expect(masked('curl -u me:Sup3rS3cret https://h')).toBe('curl -u me:[secret: password] https://h');
    expect(masked(`curl --user 'me:Sup3r S3cret' h`)).toBe(`curl --user 'me:[secret: password]' h`);
    const login = Buffer.from('me:letmein').toString('base64');
    expect(masked(`{"auth": "${login}"}`)).toBe('{"auth": "[secret: access token]"}');
    expect(masked(`//registry.example/:_auth=${login}`)).toBe('//registry.example/:_auth=[secret: access token]');
  });

  test('leaves placeholders, code and words', () => {
    for (const text of [
      'API_KEY=your-key-here',
      'password: xxxxxxxx1',
      'PASSWORD=$' + '{DB_PASSWORD}',
      'apiKey: process.env.OPENAI_API_KEY_2,',
      'token: <token-1234-5678>',
      'token = null',
      'password: string;',
      'password = form.password1',
      'const password = getPassword1();',
      'token = tokens[token2]',
      '"password": "At least 8 characters"',
      'secret: /run/secrets/db-1',
      'max_tokens: 4096, total_tokens=1234567890123456',
      'next_page_token: "CAUQAA1b2C3d4E5f6G7"',
      'model_token: claude-3-5-sonnet-20241022',
      'token: gpt-4-32k-0613-turbo',
      'type: "password"',
      'PWD=/work/project1',
      'PASSWORD=[REDACTED]',
      'Authorization: Basic authentication is needed',
      'Bearer authentication-with-tokens',
      '<input type="password" name="password1">text1</input>',
      '<Password>{password1}</Password>',
      'docker run -u 1000:1000 -u node:node image',
      'curl -u $USER:$PASS https://h',
      'git log -u https://host:8080/path1',
      'auth: getAuthHeader(request)',
      '{"auth": "required"}',
      'let token: String = read_token2();',
    ]) {
      expect(masked(text)).toBe(text);
    }
  });
});

describe('text that must stay unmasked', () => {
  test('hashes, ids, paths, images and minified code', () => {
    const base64 = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251)).toString('base64');
    for (const text of [
      `commit ${HEX}${HEX.slice(0, 8)}`,
      'id: 3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      `sha256:${HEX}${HEX}`,
      `integrity="sha512-${MIXED}${MIXED}=="`,
      `data:image/png;base64,${base64}`,
      `"data":"${base64}"`,
      `"signature":"${base64.replace(/[+/]/g, 'A')}"`,
      'chunk-4f2a9b1c.js:1:23456 e.key="a1";t=n(e.secret,r),k={token:o,password:s.x1}',
      '/usr/lib/python3.11/site-packages/pip/_vendor/token.py:123:45',
      'task-1234567890abcdefghijklmn disk-usage-1234567890123456',
      'toolu_01AbCdEfGhIjKlMnOpQrStUv msg_01XyZ req_011CQ',
      'a.b.c eyJ short.eyJ.parts 12:30:45 ratio 16:9',
    ]) {
      expect(masked(text)).toBe(text);
    }
  });
});

describe('ids and hashes', () => {
  const random = (length: number, characters: string) =>
    fc
      .array(fc.constantFrom(...characters), { minLength: length, maxLength: length })
      .map((letters) => letters.join(''));
  const hex = (length: number) => random(length, '0123456789abcdef');
  const word = (length: number) => random(length, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  const base64 = (length: number) => random(length, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/');
  const harmless = fc.oneof(
    hex(40).map((id) => `commit ${id}\nindex ${id.slice(0, 7)}..${id.slice(7, 14)} 100644`),
    hex(64).map((id) => `sha256:${id} checksum = "${id}" etag: "${id}" cacheKey=${id}`),
    hex(32).map(
      (id) => `trace_id=${id} span_id=${id} id: ${id.slice(0, 8)}-${id.slice(8, 12)}-4a00-${id.slice(16, 20)}`,
    ),
    word(24).map((id) => `toolu_01${id} msg_01${id} req_011C${id} call_${id} chatcmpl-${id} file-${id} price_${id}`),
    hex(48).map((id) => `resp_${id} rs_${id} fc_${id}`),
    word(22).map((id) => `ses_${id} /tmp/tmp.${id}/x org-${id} pk_live_${id} _next/static/chunks/${id}.js`),
    base64(86).map((data) => `"integrity": "sha512-${data}==" h1:${data}= signature: ${data}`),
    base64(300).map((data) => `data:image/png;base64,iVBORw0KGgo${data}\nssh-rsa AAAAB3NzaC1yc2E${data} me@h\n${data}`),
  );

  test('stay unmasked, whatever their characters', () => {
    fc.assert(
      fc.property(harmless, (text) => {
        expect(masked(text)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('masking a masked text changes nothing', () => {
  const tokens = rules.flatMap((rule) => rule.starts.map((start) => tokenOf(rule, start)));
  const pieces = fc.oneof(
    fc.constantFrom(...tokens, keyBlock('PRIVATE KEY'), 'a://u:s3cr3t@h', 'PASSWORD=hunter22', MIXED, HEX, KEY_LINE),
    fc.constantFrom('"', "'", '\\', '\n', ' ', '=', ':', '://', '@', '-----BEGIN PRIVATE KEY-----', '-----END ', '.'),
    fc.constantFrom('token', 'secret: ', '"password": "', 'Bearer ', '--api-key ', 'Authorization: Basic ', ']', '['),
    fc.constantFrom('<password>', '</', ' -u me:', ': string = ', '\n-', '\n+', '/bot'),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const once = masked(parts.join(''));
      expect(masked(once)).toBe(once);
    }),
    { numRuns: 3_000 },
  );
});
