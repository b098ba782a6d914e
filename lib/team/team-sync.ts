import { optional } from '../base/optional';
import { checksumOf } from './checksum';
import { whyLeftOut } from './left-out';
import { bodiesOf, type FileToSend, type TeamBody } from './team-bodies';
import { MAX_ENTRIES, MORE_TRIES } from './team-limits';
import { ask, type LineAnswer, type TeamLine } from './team-line';
import { parseEntries, parseRefusal, parseSums, type TeamSums } from './team-protocol';

/** What a member knows of its server. Plain data. */
export interface TeamMember {
  /** Of the server's state with these checksums. Missing until it was asked. */
  readonly etag?: string;
  readonly sums: TeamSums;
  /** The checksums that this member and the server last had in common: what differs from them was changed here. */
  readonly agreed: TeamSums;
  readonly blocked?: BlockedPush;
}

/** [U3] Nothing is pushed until a file is deleted, or a new session begins. */
export interface BlockedPush {
  readonly status: number;
  readonly why: string;
}

/** The texts of a member's folder, by key. */
export type TeamFiles = ReadonlyMap<string, string>;

/** A file that is not sent, or not taken over. `why` ends a sentence that starts with its name. */
export interface LeftOut {
  readonly key: string;
  readonly why: string;
}

/** Two sentences for the user. */
export interface SyncProblem {
  readonly what: string;
  readonly advice: string;
}

export interface Pulled {
  readonly type: 'pulled';
  readonly member: TeamMember;
  /** What the folder gets. */
  readonly files: Readonly<Record<string, string>>;
  /** Of these, what was changed here and not pushed: the server has won. */
  readonly replaced: readonly string[];
  readonly left: readonly LeftOut[];
}

export interface Pushed {
  readonly type: 'pushed';
  readonly member: TeamMember;
  /** What the server has taken. */
  readonly keys: readonly string[];
  /** Of these, what another member had changed since: the local file has won. */
  readonly overwritten: readonly string[];
  readonly left: readonly LeftOut[];
  /** How often it was begun again after a 412. */
  readonly tries: number;
  /** Why not everything was pushed. */
  readonly problem?: SyncProblem;
}

export type SyncFailure = { readonly type: 'failed'; readonly member: TeamMember } & SyncProblem;

/** A member at the beginning of a session: these are the files that it has changed nothing of. `known`: by the one before. */
export function beginMember(files: TeamFiles, known: Pick<TeamMember, 'etag' | 'sums'> = { sums: {} }): TeamMember {
  return { ...known, agreed: sumsOfFiles(files) };
}

export function sumsOfFiles(files: TeamFiles): TeamSums {
  return Object.fromEntries([...files].map(([key, text]) => [key, checksumOf(text)]));
}

/** A file of the folder was deleted. */
export function unblocked({ blocked: _, ...member }: TeamMember): TeamMember {
  return member;
}

/** [U3] The server wins, key by key. What only this member has stays. */
export async function pull(member: TeamMember, files: TeamFiles, line: TeamLine): Promise<Pulled | SyncFailure> {
  // An ETag that a push has brought says nothing about what this folder has of others, or has lost.
  const hasAll = Object.entries(member.sums).every(([key, sum]) => member.agreed[key] === sum && files.has(key));
  const answer = await ask(line, { purpose: 'pull', ...optional('condition', hasAll ? member.etag : undefined) });
  if (answer.status === 304) return { type: 'pulled', member, files: {}, replaced: [], left: [] };
  if (answer.status !== 200) return failed('pull', member, answer);
  const entries = parseEntries(answer.body);
  const damaged = entries.ok
    ? entries.value.find(({ text, checksum }) => checksumOf(text) !== checksum)?.key
    : undefined;
  if (!entries.ok || damaged !== undefined || answer.etag === undefined) {
    const why = entries.ok ? (damaged === undefined ? 'it has no ETag' : `“${damaged}” is damaged`) : entries.error;
    return {
      type: 'failed',
      member,
      what: `Could not use the answer of the team’s server: ${why}.`,
      advice: 'The folder is as it was. Pull again.',
    };
  }
  const taken: Record<string, string> = {};
  const replaced: string[] = [];
  const left: LeftOut[] = [];
  const sums: Record<string, string> = {};
  const agreed: Record<string, string> = {};
  for (const { key, checksum, text } of entries.value) {
    sums[key] = checksum;
    const local = files.get(key);
    if (local === text) {
      agreed[key] = checksum;
      continue;
    }
    const why = whyLeftOut(key, text)?.replace('is not sent', 'was not taken over');
    if (why !== undefined) {
      left.push({ key, why });
      continue;
    }
    agreed[key] = checksum;
    taken[key] = text;
    if (local !== undefined && checksumOf(local) !== member.agreed[key]) replaced.push(key);
  }
  const { blocked } = member;
  const after = { etag: answer.etag, sums, agreed, ...optional('blocked', blocked) };
  return { type: 'pulled', member: after, files: taken, replaced, left };
}

/** [U3] [U4] What a push would send now, and which files stay here. */
export function difference(
  { sums, agreed }: TeamMember,
  files: TeamFiles,
): { readonly changed: readonly FileToSend[]; readonly left: readonly LeftOut[] } {
  const changed: FileToSend[] = [];
  const left: LeftOut[] = [];
  let entries = Object.keys(sums).length;
  for (const [key, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const checksum = checksumOf(text);
    const there = sums[key];
    // What this member has not changed is never sent over what another has.
    if (checksum === there || (there !== undefined && checksum === agreed[key])) continue;
    const why = whyLeftOut(key, text);
    if (why !== undefined) left.push({ key, why });
    else if (there === undefined && entries >= MAX_ENTRIES) {
      left.push({ key, why: `is not sent: the team has ${MAX_ENTRIES} files already, which is the limit` });
    } else {
      if (there === undefined) entries += 1;
      changed.push({ key, checksum, text });
    }
  }
  return { changed, left };
}

/** [U3] Sends what was changed here. After a 412 with what the server has now; then the local file wins. */
export async function push(member: TeamMember, files: TeamFiles, line: TeamLine): Promise<Pushed> {
  const pushing = new Push(member, files, line);
  const problem = await pushing.run();
  const { state, keys, overwritten, tries } = pushing;
  const { left } = difference(state, files);
  return {
    type: 'pushed',
    member: state,
    keys: [...keys].sort(),
    overwritten: [...overwritten].sort(),
    left,
    tries,
    ...optional('problem', problem),
  };
}

class Push {
  readonly keys = new Set<string>();
  readonly overwritten = new Set<string>();
  tries = 0;

  constructor(
    public state: TeamMember,
    private readonly files: TeamFiles,
    private readonly line: TeamLine,
  ) {}

  /** Undefined if the server has everything. */
  async run(): Promise<SyncProblem | undefined> {
    const { blocked, etag } = this.state;
    if (blocked !== undefined) return blockedProblem(blocked);
    if (etag === undefined) {
      const problem = await this.askForSums();
      if (problem !== undefined) return problem;
    }
    for (;;) {
      const outcome = await this.sendDifference();
      if (outcome !== 'changed-meanwhile') return outcome;
      if (this.tries >= MORE_TRIES) {
        return {
          what: `The server had changed again at each of ${MORE_TRIES + 1} tries.`,
          advice: 'Nothing is lost: the next change is pushed with these files.',
        };
      }
      this.tries += 1;
    }
  }

  private async askForSums(): Promise<SyncProblem | undefined> {
    const answer = await ask(this.line, { purpose: 'sums' });
    if (answer.status !== 200) return this.problem(answer);
    return this.takeSums(answer);
  }

  private async sendDifference(): Promise<SyncProblem | 'changed-meanwhile' | undefined> {
    for (const body of bodiesOf(difference(this.state, this.files).changed)) {
      const answer = await this.send(body);
      if (answer.status === 412 || answer.status === 409) {
        const problem = answer.status === 412 ? this.takeSums(answer) : undefined;
        return problem ?? 'changed-meanwhile';
      }
      if (answer.status !== 200) return this.problem(answer);
      const before = this.state;
      const problem = this.takeSums(answer);
      if (problem !== undefined) return problem;
      const agreed = { ...this.state.agreed };
      for (const key of body.keys) {
        this.keys.add(key);
        const there = before.sums[key];
        if (there !== undefined && there !== before.agreed[key]) this.overwritten.add(key);
        const text = this.files.get(key);
        if (text !== undefined) agreed[key] = checksumOf(text);
      }
      this.state = { ...this.state, agreed };
    }
    return undefined;
  }

  private async send({ keys, body, pieces }: TeamBody): Promise<LineAnswer> {
    for (const piece of pieces) {
      const answer = await ask(this.line, { purpose: 'piece', keys, body: piece });
      if (answer.status !== 202) return answer;
    }
    return ask(this.line, { purpose: 'push', keys, body, ...optional('condition', this.state.etag) });
  }

  private takeSums({ body, etag }: LineAnswer): SyncProblem | undefined {
    const sums = parseSums(body);
    if (!sums.ok || etag === undefined) {
      const why = sums.ok ? 'it has no ETag' : sums.error;
      return {
        what: `Could not use the answer of the team’s server: ${why}.`,
        advice: 'The next change pushes again.',
      };
    }
    this.state = { ...this.state, sums: sums.value, etag };
    return undefined;
  }

  private problem(answer: LineAnswer): SyncProblem {
    const { status } = answer;
    if (status === 401 || status === 403 || status === 413) {
      const blocked = { status, why: parseRefusal(answer.body) };
      this.state = { ...this.state, blocked };
      return blockedProblem(blocked);
    }
    return problemWords('push', answer);
  }
}

function failed(action: 'pull' | 'push', member: TeamMember, answer: LineAnswer): SyncFailure {
  return { type: 'failed', member, ...problemWords(action, answer) };
}

function blockedProblem({ status, why }: BlockedPush): SyncProblem {
  return {
    what: `The server rejected a push (${status})${why === '' ? '' : `: ${why.replace(/\.$/, '')}`}.`,
    advice: 'Nothing more is pushed until a file of the team is deleted, or a new session begins.',
  };
}

function problemWords(action: 'pull' | 'push', { status, body }: LineAnswer): SyncProblem {
  const later =
    action === 'pull' ? 'The folder is as it was. Pull again.' : 'Nothing is lost: the next change pushes again.';
  switch (status) {
    case 'offline':
      return { what: `Could not ${action}: the team’s server cannot be reached.`, advice: later };
    case 'too-slow':
      return { what: `Could not ${action}: the team’s server did not answer within 30 seconds.`, advice: later };
    case 'stopped':
      return { what: `The ${action} was stopped.`, advice: later };
    default: {
      const why = parseRefusal(body);
      return {
        what: `Could not ${action}: the server answered ${status}${why === '' ? '' : ` (${why})`}.`,
        advice: later,
      };
    }
  }
}
