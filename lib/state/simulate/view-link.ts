import { assertNever } from '../../base/assert-never';
import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import { asRecorded } from '../../policies/presets/as-recorded';
import type { EarlierPolicy } from '../../policies/shape/earlier-policy';
import type { Policy } from '../../policies/shape/policy';
import { commandText } from '../../simulator/commands/command-text';
import { parseCommand, resolveCommand } from '../../simulator/commands/parse-command';
import type { ReplayMode } from '../../simulator/pipeline/replay-mode';
import type { CommandAtCall } from '../../simulator/replay/replay';
import type { Replies } from '../../simulator/replay/replies';
import type { MessageId } from '../../transcript/transcript';
import { linkedPolicy, policyOfLink } from '../policy/policy-link';
import { type SessionTraits, traitNames, traitPairs, traitsIn } from '../sessions/session-traits';
import { MAX_CHARACTERS, readLinkHash, writeLinkHash } from '../shared/link-hash';
import { recordedView, type SimulationView, viewOf, whatIfView } from './simulated-session';

/** Raise it with every change that an older reader would misunderstand, and keep reading earlier versions. */
const LINK_VERSION = 1;

const FILTER = 'filter.';

/** Everything that describes the view of a session, except the transcript. The session itself is named in the query. */
export interface LinkedView extends SimulationView {
  /** From 0. */
  readonly call?: number;
  /** Filters of lists, by name. */
  readonly filters: Filters;
  /** So that a recipient without the session knows which file is needed. */
  readonly traits?: SessionTraits;
}

export type Filters = Readonly<Record<string, string>>;

/** What a link does not say of a what-if. */
const usual = whatIfView(asRecorded);

/**
 * The view as the hash of an address, without its sign: in words, and only what is not as usual. Without a policy or
 * anything else to simulate, it is the recording.
 *
 *   v1&preset=claude-code-2.1&thresholds.bufferTokens=20000&pin=m7&command=40+/compact+from+m9&filter.role=user&call=121&end
 */
export function writeViewLink({ call, filters, traits, ...view }: LinkedView): Result<string> {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ...(traits === undefined ? [] : traitPairs(traits)),
    ...(view.mode === 'recorded' ? [] : whatIfPairs(viewOf(view))),
    ...Object.entries(filters).map(([name, value]) => [`${FILTER}${name}`, value] as const),
    ['call', call === undefined ? undefined : String(call + 1)],
  ];
  const query = new URLSearchParams();
  for (const [name, value] of pairs) if (value !== undefined) query.append(name, value);
  const text = writeLinkHash(LINK_VERSION, query);
  return text.length <= MAX_CHARACTERS
    ? ok(text)
    : fail(`it would have ${text.length} characters; the limit is ${MAX_CHARACTERS}`);
}

/** A policy alone, as the hash of an address, with its sign; undefined if its texts are too long for a link. */
export function policyHash(policy: Policy): string | undefined {
  const link = writeViewLink({ ...whatIfView(policy), filters: {} });
  return link.ok ? `#${link.value}` : undefined;
}

function whatIfPairs(view: SimulationView): readonly (readonly [string, string])[] {
  const { policy, mode, replies, pinned, commands, skipsRecordedCommands, earlier = [] } = view;
  const { preset, changes } = linkedPolicy(policy);
  const pairs = [
    ...(preset === usual.policy.id ? [] : [['preset', preset] as const]),
    ...changes,
    ...(mode === usual.mode ? [] : [['mode', mode] as const]),
    ...(replies.type === usual.replies.type ? [] : [['replies', repliesText(replies)] as const]),
    ...pinned.map((id) => ['pin', id] as const),
    ...commands.map((command) => ['command', linkedCommand(command)] as const),
    ...(skipsRecordedCommands === true ? [[RECORDED_COMMANDS, 'skip'] as const] : []),
    ...earlier.map((each) => [EARLIER, linkedEarlier(each)] as const),
  ];
  return pairs.length > 0 ? pairs : [['mode', mode]];
}

/** Undefined if the hash is not ours, such as an anchor on the page; otherwise fails if invalid. */
export function readViewLink(
  hash: string,
  recording: SimulationView = recordedView(undefined),
): Result<LinkedView | undefined> {
  const query = readLinkHash(LINK_VERSION, hash);
  if (!query.ok) return query;
  return query.value === undefined ? ok(undefined) : parseQuery(query.value, recording);
}

function parseQuery(query: URLSearchParams, recording: SimulationView): Result<LinkedView> {
  const filters = new Map<string, string>();
  const changes = new Map<string, string>();
  for (const [name, value] of query) {
    if (name.startsWith(FILTER)) filters.set(name.slice(FILTER.length), value);
    else if (name.includes('.')) changes.set(name, value);
    else if (!NAMES.includes(name) && name !== FORMER_NAME)
      return fail(`unknown field "${name}"; expected: ${NAMES.join(', ')}`);
  }
  const policy = policyOfLink({ preset: query.get('preset') ?? usual.policy.id, changes });
  if (!policy.ok) return policy;
  const mode = modeOf(query.get('mode'));
  if (mode === undefined) return fail(`"mode" is "${query.get('mode')}", but must be ${MODES.join(' or ')}`);
  const replies = repliesOf(query.get('replies'));
  if (replies === undefined) return fail('"replies" must be recorded, offline, assumed or assumed:TOKENS');
  const call = callOf(query.get('call'));
  if (!call.ok) return call;
  const commands = commandsOf(query.getAll('command'));
  if (!commands.ok) return commands;
  const skips = query.get(RECORDED_COMMANDS);
  if (skips !== null && skips !== 'skip') return fail(`"${RECORDED_COMMANDS}" is "${skips}", but must be skip`);
  const earlier = earlierOf(query.getAll(EARLIER));
  if (!earlier.ok) return earlier;
  const isWhatIf = changes.size > 0 || WHAT_IF_NAMES.some((name) => query.has(name));
  const whatIf: SimulationView = {
    policy: policy.value,
    mode,
    replies,
    pinned: query.getAll('pin') as MessageId[],
    commands: commands.value,
    ...(skips === null ? {} : { skipsRecordedCommands: true }),
    ...(earlier.value.length === 0 ? {} : { earlier: earlier.value }),
  };
  return ok({
    ...(isWhatIf ? whatIf : recording),
    filters: Object.fromEntries(filters),
    ...optional('call', call.value),
    ...optional('traits', traitsIn(query)),
  });
}

/** Links had the title until 2026-11-19, and so the first prompt. It is ignored, and gone from the address with the next change. */
const FORMER_NAME = 'title';
const RECORDED_COMMANDS = 'recorded-commands';
const EARLIER = 'earlier';
const WHAT_IF_NAMES: readonly string[] = ['preset', 'mode', 'replies', 'pin', 'command', RECORDED_COMMANDS, EARLIER];
const NAMES: readonly string[] = [...traitNames, ...WHAT_IF_NAMES, 'call'];
const MODES = ['free', 'following'] as const satisfies readonly ReplayMode[];

function modeOf(text: string | null): ReplayMode | undefined {
  return text === null ? usual.mode : MODES.find((mode) => mode === text);
}

function repliesText(replies: Replies): string {
  switch (replies.type) {
    case 'recorded':
    case 'offline':
      return replies.type;
    case 'assumed':
      return replies.tokens === undefined ? 'assumed' : `assumed:${replies.tokens}`;
    default:
      return assertNever(replies);
  }
}

function repliesOf(text: string | null): Replies | undefined {
  if (text === null) return usual.replies;
  if (text === 'recorded' || text === 'offline' || text === 'assumed') return { type: text };
  const [, tokens] = /^assumed:(\d{1,7})$/.exec(text) ?? [];
  return tokens === undefined ? undefined : { type: 'assumed', tokens: Number(tokens) };
}

/** An id may contain what a command line could not: blanks, and the signs of other ways to name a message. */
function linkedCommand({ call, command }: CommandAtCall): string {
  return `${call + 1} ${commandText(command, encodeURIComponent)}`;
}

function commandsOf(texts: readonly string[]): Result<readonly CommandAtCall[]> {
  const commands: CommandAtCall[] = [];
  for (const text of texts) {
    const [, number = '', typed = ''] = /^([1-9]\d{0,8}) (.*)$/s.exec(text) ?? [];
    const parsed = parseCommand(typed);
    const command = parsed.ok ? resolveCommand(parsed.value, idOfLink) : parsed;
    if (number === '' || !command.ok) {
      return fail(`"command" is "${text}", but must be a call number and a command`);
    }
    commands.push({ call: Number(number) - 1, command: command.value });
  }
  return ok(commands);
}

const ACTED = ' and before it';

/** `41 preset=playground&thresholds.percent=80`: until call 41. */
function linkedEarlier({ until, policy, actedBefore }: EarlierPolicy): string {
  const { preset, changes } = linkedPolicy(policy);
  const query = new URLSearchParams([['preset', preset], ...changes]);
  return `${until + 1}${actedBefore === true ? ACTED : ''} ${query}`;
}

function earlierOf(texts: readonly string[]): Result<readonly EarlierPolicy[]> {
  const all: EarlierPolicy[] = [];
  for (const text of texts) {
    const [, number = '', acted, written = ''] = /^([1-9]\d{0,8})( and before it)? (\S*)$/.exec(text) ?? [];
    const until = Number(number) - 1;
    if (number === '' || until < (all.at(-1)?.until ?? 0)) {
      return fail(`"${EARLIER}" is "${text}", but must be a call number, in order, and a policy`);
    }
    const query = new URLSearchParams(written);
    const changes = new Map([...query].filter(([name]) => name !== 'preset'));
    const policy = policyOfLink({ preset: query.get('preset') ?? '', changes });
    if (!policy.ok) return policy;
    all.push({ until, policy: policy.value, ...(acted === undefined ? {} : { actedBefore: true }) });
  }
  return ok(all);
}

function idOfLink(text: string): Result<MessageId> {
  try {
    return ok(decodeURIComponent(text) as MessageId);
  } catch {
    return fail('it is incomplete');
  }
}

function callOf(text: string | null): Result<number | undefined> {
  if (text === null) return ok(undefined);
  return /^[1-9]\d{0,8}$/.test(text) ? ok(Number(text) - 1) : fail(`"call" is "${text}", but must be a number from 1`);
}
