import type { Alphabet } from './characters';
import type { PHRASES } from './phrases';

export type SecretKind =
  | (typeof TOKENS)[number]['kind']
  | (typeof NAMED_VALUES)[number]['kind']
  | (typeof PHRASES)[number]['kind']
  | 'private key'
  | 'encrypted vault'
  | 'cookie'
  | 'password';

/** Minimum and maximum number of characters. */
export type Range = readonly [least: number, most: number];

/** A secret with a known prefix. */
export interface TokenRule {
  readonly kind: string;
  readonly starts: readonly string[];
  /** The alphabet and length of what follows the prefix. */
  readonly of: Alphabet;
  readonly length: Range;
  /** Further runs of the same alphabet, each after a dot. */
  readonly dotted?: readonly Range[];
  /** Characters before the prefix that belong to the secret. */
  readonly before?: readonly [of: Alphabet, ...length: Range];
  /** The prefix itself is not secret and stays readable. */
  readonly keepsStart?: true;
}

const SENDGRID_PARTS: readonly Range[] = [[16, 64]];
const DISCORD_PARTS: readonly Range[] = [
  [6, 7],
  [27, 45],
];
const JWT_PARTS: readonly Range[] = [
  [10, 16_384],
  [10, 4_096],
];
const DOPPLER_PARTS: readonly Range[] = [[40, 44]];
const LONG_PART: readonly Range[] = [[64, 64]];
const MAPBOX_PARTS: readonly Range[] = [[20, 30]];

/** `-----BEGIN … PRIVATE KEY` in Base64, as in Kubernetes configuration files. */
const ENCODED_KEYS = [
  'LS0tLS1CRUdJTiBQUklWQVRFIEtFW',
  'LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRV',
  'LS0tLS1CRUdJTiBEU0EgUFJJVkFURSBLRV',
  'LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFW',
  'LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ',
  'LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURSBLRV',
];

/** `{"type": "service_account",` in Base64, in the ways that Google's tools and people write it. */
const ENCODED_ACCOUNTS = [
  'ewogICJ0eXBlIjogInNlcnZpY2VfYWNjb3VudCIs',
  'ewogICAgInR5cGUiOiAic2VydmljZV9hY2NvdW50Ii',
  'eyJ0eXBlIjoic2VydmljZV9hY2NvdW50Ii',
  'eyJ0eXBlIjogInNlcnZpY2VfYWNjb3VudCIs',
];

export const TOKENS = [
  { kind: 'anthropic key', starts: ['sk-ant-'], of: 'dashed', length: [20, 200] },
  { kind: 'openrouter key', starts: ['sk-or-'], of: 'dashed', length: [30, 120] },
  { kind: 'openai key', starts: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], of: 'dashed', length: [20, 250] },
  { kind: 'langfuse key', starts: ['sk-lf-'], of: 'dashed', length: [32, 60] },
  { kind: 'moonshot key', starts: ['sk-kimi-'], of: 'alphanumeric', length: [32, 120] },
  { kind: 'openai key', starts: ['sk-', 'sess-'], of: 'alphanumeric', length: [20, 64] },
  { kind: 'github token', starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], of: 'word', length: [30, 255] },
  { kind: 'github token', starts: ['github_pat_'], of: 'word', length: [40, 255] },
  { kind: 'gitlab token', starts: ['glpat-', 'gldt-', 'glrt-', 'glptt-'], of: 'dashed', length: [18, 300] },
  { kind: 'gitlab token', starts: ['glcbt-', 'glsoat-', 'glft-', 'glagent-'], of: 'dashed', length: [18, 300] },
  { kind: 'gitlab token', starts: ['GR1348941', 'gloas-', 'glimt-', 'glffct-'], of: 'dashed', length: [20, 300] },
  { kind: 'aws access key id', starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], of: 'capitals', length: [16, 16] },
  { kind: 'aws session token', starts: ['IQoJb3JpZ2luX2Vj', 'FwoGZXIvYXdz'], of: 'base64', length: [60, 4_096] },
  { kind: 'aws bedrock key', starts: ['ABSKQmVkcm9ja0FQSUtleS'], of: 'base64', length: [40, 4_096] },
  { kind: 'aws signature', starts: ['X-Amz-Signature='], of: 'hex', length: [64, 64], keepsStart: true },
  { kind: 'google key', starts: ['AIza'], of: 'dashed', length: [35, 39] },
  { kind: 'google token', starts: ['ya29.', 'GOCSPX-', '1//0'], of: 'dashed', length: [24, 600] },
  { kind: 'slack token', starts: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-'], of: 'dashed', length: [20, 300] },
  { kind: 'slack token', starts: ['xoxe-', 'xoxe.', 'xoxc-', 'xoxd-', 'xapp-'], of: 'dashed', length: [20, 300] },
  { kind: 'slack webhook', starts: ['hooks.slack.com/services/'], of: 'path', length: [30, 120], keepsStart: true },
  { kind: 'stripe key', starts: ['sk_live_', 'sk_test_', 'rk_live_'], of: 'alphanumeric', length: [16, 250] },
  { kind: 'stripe key', starts: ['rk_test_', 'whsec_'], of: 'alphanumeric', length: [16, 250] },
  { kind: 'npm token', starts: ['npm_'], of: 'alphanumeric', length: [36, 40] },
  { kind: 'hugging face token', starts: ['hf_', 'api_org_'], of: 'alphanumeric', length: [30, 40] },
  { kind: 'sendgrid key', starts: ['SG.'], of: 'dashed', length: [16, 32], dotted: SENDGRID_PARTS },
  {
    kind: 'discord token',
    starts: ['MT', 'Mj', 'Mz', 'ND', 'NT'],
    of: 'dashed',
    length: [21, 26],
    dotted: DISCORD_PARTS,
  },
  { kind: 'discord token', starts: ['Nj', 'Nz', 'OD', 'OT'], of: 'dashed', length: [21, 26], dotted: DISCORD_PARTS },
  { kind: 'discord webhook', starts: ['discord.com/api/webhooks/'], of: 'path', length: [60, 130], keepsStart: true },
  { kind: 'telegram token', before: ['digits', 8, 10], starts: [':AA'], of: 'dashed', length: [32, 34] },
  { kind: 'azure client secret', before: ['alphanumeric', 4, 4], starts: ['Q~'], of: 'header', length: [30, 35] },
  { kind: 'azure signature', starts: ['&sig=', '?sig='], of: 'header', length: [40, 80], keepsStart: true },
  { kind: 'langsmith key', starts: ['lsv2_pt_', 'lsv2_sk_', 'ls__'], of: 'word', length: [30, 60] },
  { kind: 'groq key', starts: ['gsk_'], of: 'alphanumeric', length: [40, 64] },
  { kind: 'xai key', starts: ['xai-'], of: 'alphanumeric', length: [60, 100] },
  { kind: 'replicate token', starts: ['r8_'], of: 'alphanumeric', length: [36, 40] },
  { kind: 'perplexity key', starts: ['pplx-'], of: 'alphanumeric', length: [40, 60] },
  { kind: 'nvidia key', starts: ['nvapi-'], of: 'dashed', length: [50, 80] },
  { kind: 'tavily key', starts: ['tvly-'], of: 'dashed', length: [28, 60] },
  { kind: 'twilio key', starts: ['SK'], of: 'hex', length: [32, 32] },
  { kind: 'mailgun key', starts: ['key-'], of: 'hex', length: [32, 32] },
  { kind: 'digitalocean token', starts: ['dop_v1_', 'doo_v1_', 'dor_v1_'], of: 'hex', length: [64, 64] },
  { kind: 'pypi token', starts: ['pypi-'], of: 'dashed', length: [50, 1_000] },
  { kind: 'rubygems key', starts: ['rubygems_'], of: 'hex', length: [48, 48] },
  { kind: 'docker token', starts: ['dckr_pat_', 'dckr_oat_'], of: 'dashed', length: [20, 60] },
  { kind: 'vercel token', starts: ['vcp_', 'vca_', 'vci_', 'vcr_', 'vck_'], of: 'alphanumeric', length: [24, 80] },
  { kind: 'databricks token', starts: ['dapi'], of: 'hex', length: [32, 32] },
  { kind: 'linear key', starts: ['lin_api_', 'lin_oauth_', 'lin_wh_'], of: 'alphanumeric', length: [32, 80] },
  { kind: 'notion token', starts: ['ntn_', 'secret_'], of: 'alphanumeric', length: [43, 50] },
  { kind: 'supabase key', starts: ['sbp_', 'sb_secret_'], of: 'dashed', length: [30, 60] },
  { kind: 'shopify token', starts: ['shpat_', 'shpca_', 'shppa_', 'shpss_'], of: 'hex', length: [32, 32] },
  { kind: 'grafana token', starts: ['glsa_', 'glc_'], of: 'word', length: [40, 300] },
  { kind: 'vault token', starts: ['hvs.', 'hvb.'], of: 'dashed', length: [24, 300] },
  { kind: 'atlassian token', starts: ['ATATT3', 'ATCTT3', 'ATBB'], of: 'dashed', length: [32, 300] },
  { kind: 'sentry token', starts: ['sntrys_', 'sntryu_'], of: 'base64', length: [24, 400] },
  { kind: 'figma token', starts: ['figd_', 'figdr_'], of: 'dashed', length: [36, 60] },
  { kind: 'age key', starts: ['AGE-SECRET-KEY-1'], of: 'capitals', length: [50, 64] },
  { kind: 'private key', starts: ENCODED_KEYS, of: 'base64', length: [60, 32_768] },
  { kind: 'pinecone key', starts: ['pcsk_'], of: 'word', length: [60, 80] },
  { kind: 'tailscale key', starts: ['tskey-'], of: 'dashed', length: [20, 120] },
  { kind: 'pulumi token', starts: ['pul-'], of: 'hex', length: [40, 40] },
  { kind: 'postman key', starts: ['PMAK-'], of: 'dashed', length: [50, 70] },
  { kind: 'new relic key', starts: ['NRAK-'], of: 'capitals', length: [27, 27] },
  { kind: 'doppler token', starts: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], of: 'alphanumeric', length: [40, 44] },
  { kind: 'doppler token', starts: ['dp.st.'], of: 'dashed', length: [2, 35], dotted: DOPPLER_PARTS },
  { kind: 'netlify token', starts: ['nfp_'], of: 'alphanumeric', length: [36, 40] },
  { kind: 'planetscale token', starts: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], of: 'dashed', length: [32, 64] },
  { kind: 'fly token', starts: ['fm2_', 'fm1r_', 'fm1a_'], of: 'base64', length: [80, 4_096] },
  { kind: 'fly token', starts: ['fo1_'], of: 'dashed', length: [43, 43] },
  { kind: 'nuget key', starts: ['oy2'], of: 'alphanumeric', length: [43, 43] },
  { kind: 'crates.io token', starts: ['cio'], of: 'alphanumeric', length: [32, 32] },
  {
    kind: 'azure openai key',
    before: ['alphanumeric', 52, 52],
    starts: ['JQQJ99'],
    of: 'alphanumeric',
    length: [20, 26],
  },
  { kind: 'mailchimp key', before: ['hex', 32, 32], starts: ['-us'], of: 'digits', length: [1, 2] },
  { kind: 'new relic licence', before: ['hex', 36, 36], starts: ['NRAL'], of: 'alphanumeric', length: [0, 0] },
  { kind: 'service account', starts: ENCODED_ACCOUNTS, of: 'base64', length: [40, 32_768] },
  { kind: 'contentful token', starts: ['CFPAT-'], of: 'dashed', length: [43, 43] },
  { kind: 'hubspot token', starts: ['pat-na1-', 'pat-eu1-'], of: 'dashed', length: [36, 36] },
  { kind: 'sonar token', starts: ['sqp_', 'squ_', 'sqa_'], of: 'hex', length: [40, 40] },
  { kind: 'circleci token', starts: ['CCIPAT_'], of: 'word', length: [60, 70] },
  { kind: 'terraform token', before: ['alphanumeric', 14, 14], starts: ['.atlasv1.'], of: 'dashed', length: [60, 70] },
  { kind: 'firecrawl key', starts: ['fc-'], of: 'hex', length: [32, 32] },
  { kind: 'heroku key', starts: ['HRKU-'], of: 'dashed', length: [36, 64] },
  { kind: '1password token', starts: ['ops_eyJ'], of: 'alphanumeric', length: [200, 4_096] },
  { kind: 'airtable token', starts: ['pat'], of: 'alphanumeric', length: [14, 14], dotted: LONG_PART },
  { kind: 'dynatrace token', starts: ['dt0c01.', 'dt0s01.'], of: 'capitals', length: [24, 24], dotted: LONG_PART },
  { kind: 'square token', starts: ['sq0atp-', 'sq0csp-'], of: 'dashed', length: [22, 43] },
  { kind: 'neon key', starts: ['napi_'], of: 'alphanumeric', length: [60, 70] },
  { kind: 'jfrog key', starts: ['AKCp'], of: 'alphanumeric', length: [69, 73] },
  { kind: 'elevenlabs key', starts: ['sk_'], of: 'hex', length: [48, 48] },
  { kind: 'cerebras key', starts: ['csk-'], of: 'alphanumeric', length: [44, 52] },
  { kind: 'firebase key', before: ['dashed', 11, 11], starts: [':APA91b'], of: 'dashed', length: [120, 150] },
  { kind: 'mapbox token', starts: ['sk.eyJ'], of: 'dashed', length: [40, 200], dotted: MAPBOX_PARTS },
  { kind: 'json web token', starts: ['eyJ'], of: 'dashed', length: [10, 4_096], dotted: JWT_PARTS },
  {
    kind: 'bearer token',
    starts: ['Bearer ', 'bearer ', 'BEARER '],
    of: 'header',
    length: [16, 4_096],
    keepsStart: true,
  },
] as const satisfies readonly TokenRule[];

/** A secret recognised by the name it is assigned to. */
export interface NamedValueRule {
  readonly kind: string;
  /** The end of the name, in lower case and without `_`, `-` and `.`. */
  readonly names: readonly string[];
  /**
   *   chosen     by a person: `hunter2` counts
   *   random     by a machine: a mixture of letters and digits
   *   header     random, after an optional scheme such as `Basic`
   *   aws        forty characters of Base64
   */
  readonly looks: 'chosen' | 'random' | 'header' | 'aws';
}

export const NAMED_VALUES = [
  { kind: 'aws secret key', names: ['secretaccesskey', 'awssecretkey', 'awssecret'], looks: 'aws' },
  { kind: 'azure key', names: ['accountkey', 'sharedaccesskey'], looks: 'random' },
  {
    kind: 'password',
    names: ['password', 'passwd', 'passphrase', 'passwort', 'pwd', 'dbpass', 'smtppass'],
    looks: 'chosen',
  },
  { kind: 'api key', names: ['apikey', 'accesskey', 'authkey', 'subscriptionkey', 'servicekey'], looks: 'random' },
  { kind: 'api key', names: ['appkey', 'applicationkey', 'adminkey'], looks: 'random' },
  { kind: 'client secret', names: ['clientsecret', 'appsecret', 'consumersecret'], looks: 'random' },
  { kind: 'secret value', names: ['secret', 'secretkey', 'signingkey', 'encryptionkey', 'masterkey'], looks: 'random' },
  {
    kind: 'secret value',
    names: ['privatekey', 'sessionkey', 'secretkeybase', 'credential', 'credentials'],
    looks: 'random',
  },
  { kind: 'access token', names: ['token', 'bearer', 'auth'], looks: 'random' },
  { kind: 'authorization header', names: ['authorization'], looks: 'header' },
] as const satisfies readonly NamedValueRule[];

/** Names that end like the name of a secret but are not one. */
export const HARMLESS_NAMES: readonly string[] = [
  'nexttoken',
  'pagetoken',
  'continuationtoken',
  'synctoken',
  'cancellationtoken',
  'maxtoken',
  'stoptoken',
  'padtoken',
  'eostoken',
  'bostoken',
];
