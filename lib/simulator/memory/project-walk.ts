import { optional } from '../../base/optional';
import { atOnce, type Steps } from '../../base/steps/steps';
import { type MemoryBefore, memoryLeft } from '../../layers/shape/project-memory';
import { emptyFolder, type MemoryFolder } from '../../memory/files/memory-folder';
import { type UsedAcross, usedAcross } from '../../memory/replay/used-across';
import type { Policy } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import type { Summarizer } from '../../summarizers/summarizer';
import type { Message, Transcript } from '../../transcript/transcript';
import { type ReplayMaterial, replayMaterialInSteps } from '../recorded/replay-material';
import { type ReplayProgress, type ReplaySteps, replayInSteps } from '../replay/replay';
import { onlyMemory } from './memory-policy';
import { type SessionMemory, sessionMemory } from './session-memory';

/**
 * What later sessions of a project would have known: its recordings, oldest first, each replayed as it was recorded,
 * with the memory that those before it left.
 */
export class ProjectWalk {
  readonly transcripts: Transcript[] = [];
  readonly sessions: SessionMemory[] = [];
  folder: MemoryFolder;
  /** The first session that has a message. */
  private readonly owners = new Map<string, number>();
  /** [D1] */
  private dream: NonNullable<MemoryBefore['dream']> = { sessions: 0 };
  private readonly policy: Policy;

  constructor(root: string, policy: Policy) {
    this.policy = onlyMemory(policy);
    this.folder = emptyFolder(root);
  }

  /** What the next session starts with. */
  leftFor({ messages }: Transcript): MemoryBefore {
    // [A8] A resumed session starts with a copy of the former one.
    const copied = messages.flatMap((message, at) => (this.owners.has(keyOf(message) ?? '') ? [at] : []));
    return memoryLeft(this.folder, copied, this.dream);
  }

  /** The next session. */
  add(transcript: Transcript): SessionMemory {
    return atOnce(this.adding(transcript));
  }

  *adding(transcript: Transcript): Generator<ReplayProgress | undefined, SessionMemory> {
    const material = yield* replayMaterialInSteps(transcript);
    return this.take(transcript, yield* this.replaying(material));
  }

  /** What the next session would be like, perhaps with other settings. */
  replayed(
    material: ReplayMaterial,
    policy: Policy = this.policy,
    answering: Pick<Summarizer, 'memoryReply'> = {},
  ): SessionMemory {
    return atOnce(this.replaying(material, policy, answering));
  }

  *replaying(
    material: ReplayMaterial,
    policy: Policy = this.policy,
    answering: Pick<Summarizer, 'memoryReply'> = {},
  ): ReplaySteps<SessionMemory> {
    const { transcript } = material;
    const simulation = yield* replayInSteps(
      material,
      onlyMemory(policy),
      { ...assumed(), ...answering },
      {
        mode: 'following',
        takesEveryCall: true,
        memory: this.leftFor(transcript),
      },
    );
    return sessionMemory(transcript, simulation) ?? keptElsewhere(this.folder, simulation.calls);
  }

  /** It was replayed already. */
  take(transcript: Transcript, session: SessionMemory): SessionMemory {
    const place = this.sessions.length;
    for (const message of transcript.messages) {
      const key = keyOf(message);
      if (key !== undefined && !this.owners.has(key)) this.owners.set(key, place);
    }
    this.transcripts.push(transcript);
    this.sessions.push(session);
    this.folder = session.folder;
    this.countSession(transcript, session);
    return session;
  }

  /** [D1] A session counts from the last dream on if anything happened in it since. */
  private countSession({ messages }: Transcript, { dreams }: SessionMemory): void {
    const lastMs = dreams.at(-1)?.timeMs ?? this.dream.lastMs;
    const sessions = dreams.length > 0 ? 0 : this.dream.sessions;
    const endMs = messages.findLast(({ timeMs }) => timeMs !== undefined)?.timeMs ?? Number.POSITIVE_INFINITY;
    const isSince = lastMs === undefined || endMs > lastMs;
    this.dream = { ...optional('lastMs', lastMs), sessions: sessions + (isSince ? 1 : 0) };
  }

  /** [K2] */
  used(): readonly UsedAcross[] {
    return atOnce(this.usesIn(this.transcripts, this.sessions));
  }

  /** [K2] Of the next session alone. */
  *usedBy(transcript: Transcript, session: SessionMemory): Steps<readonly UsedAcross[]> {
    const next = this.sessions.length;
    const uses = yield* this.usesIn([...this.transcripts, transcript], [...this.sessions, session]);
    return uses.filter(({ used }) => used.session === next);
  }

  private usesIn(transcripts: readonly Transcript[], sessions: readonly SessionMemory[]) {
    return usedAcross(transcripts, sessions, (session, message) => {
      const owner = this.owners.get(keyOf(message) ?? '');
      return owner !== undefined && owner < session;
    });
  }
}

/** [J4] The recording of an agent that kept its memory itself leaves nothing here. */
function keptElsewhere(folder: MemoryFolder, calls: number): SessionMemory {
  const none = { dollars: 0, known: 0, unknown: 0 };
  const column = () => new Float64Array(calls);
  return {
    memory: { rules: column(), index: column(), recalled: column(), events: [], folderBefore: folder, folder },
    folderBefore: folder,
    folder,
    extractions: 0,
    kept: [],
    leftOut: [],
    dreams: [],
    ownWrites: [],
    recalled: [],
    notRecalled: 0,
    carriedCost: none,
    askedCost: none,
    dreamCost: none,
    shownAt: () => [],
  };
}

/** Ids of other formats are numbers: only with the time are they those of one message. */
function keyOf({ id, timeMs }: Message): string | undefined {
  return timeMs === undefined ? undefined : `${id} ${timeMs}`;
}
