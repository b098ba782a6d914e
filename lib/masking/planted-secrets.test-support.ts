/** No key stands in this file: scanners of repositories would report it. */
const WORDS = 'able acid also area army away baby back ball band bank base'.split(' ');

/** A mixture that is different for each name, and the same in each run. */
function letters(alphabet: string, length: number, name: string): string {
  let state = 2_166_136_261;
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619);
  let text = '';
  while (text.length < length) {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    text += alphabet.charAt((state >>> 8) % alphabet.length);
  }
  return text;
}

const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const LARGE = SMALL.toUpperCase();
const DIGITS = '0123456789';
const hex = (length: number, name = 'hex') => letters(`${DIGITS}abcdef`, length, name);
const mixed = (length: number, name = 'mixed') => letters(SMALL + LARGE + DIGITS, length, name);
const small = (length: number, name = 'small') => letters(SMALL + DIGITS, length, name);
const capitals = (length: number, name = 'capitals') => letters(LARGE + DIGITS, length, name);
const base64 = (length: number, name = 'base64') => letters(`${SMALL}${LARGE}${DIGITS}+/`, length, name);
const uuid = (name: string) => hex(32, name).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const lines = (count: number) => Array.from({ length: count }, (_, line) => base64(64, `line ${line}`));
const encoded = (text: string) => Buffer.from(text).toString('base64');

export interface PlantedSecret {
  readonly kind: string;
  /** As a tool prints it. */
  readonly output: string;
  /** What must not be left readable. */
  readonly secret: string;
}

function planted(kind: string, secret: string, output: (secret: string) => string): PlantedSecret {
  return { kind, secret, output: output(secret) };
}

const bare = (kind: string, secret: string) =>
  planted(kind, secret, (value) => `2026-05-04T10:11:12Z using ${value} for the request`);
const setting = (kind: string, name: string, secret: string) =>
  planted(kind, secret, (value) => `NODE_ENV=production\n${name}=${value}\nPORT=3000\n`);
const pem = (label: string) => `-----BEGIN ${label}-----\n${lines(4).join('\n')}\n-----END ${label}-----`;

/** One of each kind, in the output of a tool as an agent sees it. */
export const plantedSecrets: readonly PlantedSecret[] = [
  // Models
  bare('Anthropic', `sk-${'ant-'}api03-${mixed(80)}-AA`),
  bare('Anthropic admin', `sk-${'ant-'}admin01-${mixed(80)}`),
  bare('OpenAI project', `sk-${'proj-'}${mixed(74)}`),
  bare('OpenAI legacy', `sk-${mixed(48)}`),
  bare('OpenRouter', `sk-${'or-'}v1-${hex(64)}`),
  bare('Google API', `AIza${mixed(35)}`),
  bare('Groq', `gsk_${mixed(52)}`),
  bare('xAI', `xai-${mixed(80)}`),
  bare('Perplexity', `pplx-${mixed(48)}`),
  bare('Hugging Face', `hf_${mixed(34)}`),
  bare('Replicate', `r8_${mixed(37)}`),
  bare('NVIDIA', `nvapi-${mixed(64)}`),
  setting('Azure OpenAI', 'AZURE_OPENAI_API_KEY', hex(32, 'azure')),
  planted('Azure OpenAI, of 84 characters', `${mixed(52)}JQQJ99${capitals(4)}AC${mixed(20)}`, (key) => `key1: ${key}`),
  planted('Azure OpenAI header', hex(32, 'header'), (key) => `curl -s -H "api-key: ${key}" "$ENDPOINT/openai/models"`),
  setting('Mistral', 'MISTRAL_API_KEY', mixed(32, 'mistral')),
  setting('Cohere', 'COHERE_API_KEY', mixed(40, 'cohere')),
  setting('Together', 'TOGETHER_API_KEY', hex(64, 'together')),
  bare('LangSmith', `lsv2_pt_${hex(32)}_${hex(10)}`),
  bare('Langfuse', `sk-lf-${uuid('langfuse')}`),
  // Code hosts and registries
  bare('GitHub', `ghp_${mixed(36)}`),
  bare('GitHub, fine-grained', `github_pat_${mixed(22)}_${mixed(59)}`),
  bare('GitHub app', `ghs_${mixed(36)}`),
  bare('GitLab', `glpat-${mixed(20)}`),
  bare('GitLab runner', `glrt-${mixed(20)}`),
  bare('Bitbucket', `ATBB${mixed(32)}`),
  bare('npm', `npm_${mixed(36)}`),
  planted('.npmrc', mixed(36, 'npmrc'), (token) => `//registry.example.com/:_authToken=${token}`),
  bare('PyPI', `pypi-AgEIcHlwaS5vcmc${mixed(120)}`),
  bare('RubyGems', `rubygems_${hex(48)}`),
  bare('NuGet', `oy2${small(43)}`),
  bare('Docker Hub', `dckr_pat_${mixed(27)}`),
  planted('docker login', 'Whale-42-harbour', (word) => `$ docker login -u ci -p ${word} registry.example.com`),
  planted(
    'docker config',
    encoded('ci:Whale-42-harbour'),
    (auth) => `{"auths":{"registry.example.com":{"auth":"${auth}"}}}`,
  ),
  bare('crates.io', `cio${mixed(32)}`),
  bare('JFrog', `AKCp${mixed(70)}`),
  // Clouds
  bare('AWS access key', `AKIA${capitals(16)}`),
  planted('AWS secret key', base64(40, 'aws'), (key) => `[default]\naws_secret_access_key = ${key}\n`),
  planted('AWS session token', `IQoJb3JpZ2luX2Vj${base64(300)}`, (token) => `"SessionToken": "${token}",`),
  planted('AWS signature', hex(64, 'signature'), (value) => `GET /a?X-Amz-Expires=60&X-Amz-Signature=${value}`),
  planted(
    'Azure storage',
    `${base64(86, 'storage')}==`,
    (key) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${key};`,
  ),
  planted('Azure client secret', `a1B8Q~${mixed(34)}`, (value) => `"clientSecret": "${value}"`),
  planted(
    'Azure shared access',
    `${mixed(43, 'sas')}%3D`,
    (value) => `https://a.blob.core.windows.net/c?sv=2024&sig=${value}`,
  ),
  bare('Google OAuth secret', `GOCSPX-${mixed(28)}`),
  bare('Google access token', `ya29.${mixed(120)}`),
  planted(
    'service account',
    lines(2).join('\\n'),
    (key) => `"private_key": "-----BEGIN PRIVATE KEY-----\\n${key}\\n-----END PRIVATE KEY-----\\n",`,
  ),
  planted(
    'service account in Base64',
    encoded(`{\n  "type": "service_account",\n  "project_id": "p-1",\n  "private_key_id": "${hex(40)}"\n}`),
    (value) => `GCP_SA_B64: ${value}`,
  ),
  bare('DigitalOcean', `dop_v1_${hex(64)}`),
  setting('Heroku', 'HEROKU_API_KEY', uuid('heroku')),
  bare('Heroku, new', `HRKU-${mixed(60)}`),
  setting('Cloudflare', 'CLOUDFLARE_API_TOKEN', mixed(40, 'cloudflare')),
  setting('Fastly', 'FASTLY_API_TOKEN', mixed(32, 'fastly')),
  bare('Vercel', `vcp_${mixed(48)}`),
  setting('Netlify', 'NETLIFY_AUTH_TOKEN', `nfp_${mixed(36)}`),
  bare('Fly.io', `FlyV1 fm2_${base64(120)}`),
  bare('Supabase', `sbp_${hex(40)}`),
  bare('Neon', `napi_${small(64)}`),
  bare('Databricks', `dapi${hex(32)}`),
  bare('Terraform', `${mixed(14)}.atlasv1.${mixed(67)}`),
  bare('Pulumi', `pul-${hex(40)}`),
  bare('PlanetScale', `pscale_tkn_${mixed(43)}`),
  // Vaults and configuration
  bare('Vault', `hvs.${mixed(96)}`),
  planted('Vault unseal key', `${base64(43, 'unseal')}=`, (key) => `Unseal Key 1: ${key}\nInitial Root Token: none`),
  planted('Vault, old root token', `s.${mixed(24)}`, (token) => `Initial Root Token: ${token}`),
  bare('Doppler', `dp.st.dev.${mixed(43)}`),
  bare('1Password service account', `ops_eyJ${mixed(260)}`),
  planted('Ansible vault', `${hex(80, 'one')}\n${hex(80, 'two')}`, (body) => `$ANSIBLE_VAULT;1.1;AES256\n${body}\n`),
  bare('age', `AGE-SECRET-KEY-1${capitals(58)}`),
  planted(
    'Kubernetes secret',
    encoded('Pa55word-of-the-database'),
    (value) => `kind: Secret\ndata:\n  password: ${value}`,
  ),
  planted('Rails master key', hex(32, 'rails'), (key) => `$ cat config/master.key\n${key}\n`),
  setting('Rails key base', 'SECRET_KEY_BASE', hex(128, 'base')),
  setting('Laravel', 'APP_KEY', `base64:${base64(43, 'laravel')}=`),
  setting('Django', 'SECRET_KEY', `django-insecure-${mixed(50)}`),
  planted('WordPress salt', `${mixed(20)}|#~ ${mixed(20)}!%`, (value) => `define( 'AUTH_KEY',         '${value}' );`),
  planted(
    'WordPress database',
    'Tr0ub4dor&3',
    (word) => `define( 'DB_NAME', 'blog' );\ndefine( 'DB_PASSWORD', '${word}' );`,
  ),
  // Messages and mail
  bare('Slack bot', `xoxb-${DIGITS}12-${DIGITS}345-${mixed(24)}`),
  bare('Slack app', `xapp-1-A0${capitals(9)}-${DIGITS}12-${hex(64)}`),
  planted(
    'Slack webhook',
    `T0${capitals(8)}/B0${capitals(8)}/${mixed(24)}`,
    (path) => `https://hooks.slack.com/services/${path}`,
  ),
  bare('Discord bot', `MT${mixed(24)}.${mixed(6)}.${mixed(38)}`),
  planted(
    'Discord webhook',
    mixed(68, 'discord'),
    (token) => `https://discord.com/api/webhooks/1234567890123456789/${token}`,
  ),
  bare('Telegram', `7130482956:AA${mixed(33)}`),
  bare('SendGrid', `SG.${mixed(22)}.${mixed(43)}`),
  bare('Mailgun', `key-${hex(32)}`),
  bare('Mailchimp', `${hex(32, 'chimp')}-us12`),
  bare('Twilio', `SK${hex(32)}`),
  setting('Twilio auth', 'TWILIO_AUTH_TOKEN', hex(32, 'twilio')),
  // Money and shops
  bare('Stripe', `sk_live_${mixed(24)}`),
  bare('Stripe webhook', `whsec_${mixed(32)}`),
  bare('Square', `sq0atp-${mixed(22)}`),
  bare('Shopify', `shpat_${hex(32)}`),
  planted('PayPal', mixed(80, 'paypal'), (value) => `PAYPAL_CLIENT_SECRET="${value}"`),
  // Watching and planning
  setting('Datadog', 'DD_API_KEY', hex(32, 'datadog')),
  bare('New Relic licence', `${hex(36, 'relic')}NRAL`),
  bare('New Relic user key', `NRAK-${capitals(27)}`),
  bare('Sentry', `sntrys_eyJ${base64(120)}`),
  bare('Grafana', `glsa_${mixed(32)}_${hex(8)}`),
  bare('Dynatrace', `dt0c01.${capitals(24)}.${capitals(64)}`),
  bare('Linear', `lin_api_${mixed(40)}`),
  bare('Notion', `ntn_${mixed(46)}`),
  bare('Atlassian', `ATATT3${mixed(180)}`),
  bare('Airtable', `pat${mixed(14)}.${hex(64)}`),
  bare('Figma', `figd_${mixed(40)}`),
  bare('Sonar', `sqp_${hex(40)}`),
  bare('Postman', `PMAK-${hex(24)}-${hex(34)}`),
  setting('Algolia', 'ALGOLIA_ADMIN_KEY', hex(32, 'algolia')),
  // Keys in blocks
  planted('RSA key', lines(4).join('\n'), () => pem('RSA PRIVATE KEY')),
  planted('OpenSSH key', lines(4).join('\n'), () => pem('OPENSSH PRIVATE KEY')),
  planted('EC key', lines(4).join('\n'), () => pem('EC PRIVATE KEY')),
  planted('PGP key', lines(4).join('\n'), () => pem('PGP PRIVATE KEY BLOCK')),
  planted('key in Base64', `LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRV${base64(400)}`, (key) => `client-key-data: ${key}`),
  planted(
    'PuTTY key',
    lines(4).join('\n'),
    (body) =>
      `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: me\nPrivate-Lines: 4\n${body}\nPrivate-MAC: ${hex(64)}`,
  ),
  planted('WireGuard', `${base64(43, 'wire')}=`, (key) => `[Interface]\nPrivateKey = ${key}\nAddress = 10.0.0.2/24`),
  // Logins
  planted('URL', 's3cr3t-pass', (word) => `postgres://app:${word}@db.internal:5432/shop`),
  planted('netrc in one line', 'Blue42horse', (word) => `machine api.example.com login me password ${word}`),
  planted('netrc over lines', 'Blue42horse', (word) => `machine api.example.com\n  login me\n  password ${word}\n`),
  planted('pgpass', 'Blue42horse', (word) => `db.internal:5432:shop:app:${word}\n`),
  planted('mysql', 'Blue42horse', (word) => `$ mysql -h db.internal -u root -p${word} shop -e 'select 1'`),
  planted('sshpass', 'Blue42horse', (word) => `sshpass -p ${word} ssh deploy@host uptime`),
  planted('sshpass, quoted', 'Blue42 horse!', (word) => `sshpass -p '${word}' scp a deploy@host:`),
  planted('curl', 'Blue42horse', (word) => `curl -u me:${word} https://api.example.com`),
  planted('basic authorisation', encoded('me:Blue42horse'), (value) => `Authorization: Basic ${value}`),
  planted('bearer', mixed(64, 'bearer'), (value) => `> authorization: Bearer ${value}`),
  planted('cookie', mixed(40, 'cookie'), (value) => `> Cookie: theme=dark; session=${value}; lang=en`),
  planted('set-cookie', mixed(40, 'set-cookie'), (value) => `< Set-Cookie: sid=${value}; Path=/; HttpOnly; Secure`),
  planted('connect.sid', `s%3A${mixed(32)}.${mixed(43)}`, (value) => `set-cookie: connect.sid=${value}; Path=/`),
  planted('OAuth code', `4/0A${mixed(70)}`, (code) => `GET /callback?state=xyz&code=${code}&scope=email`),
  planted('OAuth code, another', mixed(43, 'code'), (code) => `https://app.example.com/cb?code=${code}&state=1`),
  planted('refresh token', `1//0${mixed(80)}`, (value) => `"refresh_token": "${value}"`),
  bare('JSON web token', `eyJ${mixed(33)}.eyJ${mixed(80)}.${mixed(43)}`),
  planted('seed words', WORDS.join(' '), (words) => `Your seed phrase: ${words}\nKeep it safe.`),
  planted('seed words of a setting', WORDS.join(' '), (words) => `MNEMONIC="${words}"`),
  setting('password of people', 'DB_PASSWORD', 'correct-horse-42'),
  planted('password in YAML', 'hunter2-of-spring', (word) => `database:\n  password: ${word}\n`),
  planted('connection string', 'Pa55word!x', (word) => `Server=db;Database=shop;User Id=sa;Password=${word};`),
  planted('Redis', 'Blue42horse', (word) => `redis-cli -h cache.internal -a ${word} ping`),
];
