import { Refusal } from '../../base/failure';
import { importFile } from '../../importers/import-file';
import { extractionOf } from '../../layers/bound-layer';
import type { LeftOut } from '../../memory/extraction/extract-offline';
import { projectRoot } from '../../memory/files/memory-path';
import type { Policy } from '../../policies/shape/policy';
import { ProjectWalk } from '../../simulator/memory/project-walk';
import { memoryEvents, type SessionMemory } from '../../simulator/memory/session-memory';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { firstCallFrom } from '../../simulator/recorded/stretches';
import type { Transcript } from '../../transcript/transcript';
import { nextTask } from '../wire/next-task';
import type {
  EarlierSession,
  LeftBySession,
  ProjectMemoryReport,
  ProjectProgress,
  ProjectRequest,
  UsedPlace,
} from './memory-messages';

interface Reporting {
  readonly signal: AbortSignal;
  report(progress: ProjectProgress): void;
}

interface Walked {
  readonly key: string;
  readonly walk: ProjectWalk;
}

/** The open session among the other sessions of its project. Each is read once, and stays here. */
export class ProjectMemories {
  private readonly read = new Map<string, Transcript>();
  private walked: Walked | undefined;
  private latest: { readonly walk: ProjectWalk; readonly own: SessionMemory } | undefined;

  constructor(private readonly material: ReplayMaterial) {}

  async report({ sessions, policy }: ProjectRequest, by: Reporting): Promise<ProjectMemoryReport> {
    const walk = await this.walkOver(sessions, policy, by);
    const { transcript } = this.material;
    const own = walk.replayed(this.material, policy);
    this.latest = { walk, own };
    const { rules, index, recalled } = own.memory;
    const opened = memoryEvents(own.memory, 'opened')[0]?.opening;
    return {
      earlier: sessions.flatMap(({ id, title }, place) => {
        const [left, of] = [walk.sessions[place], walk.transcripts[place]];
        return left === undefined || of === undefined ? [] : [leftBy({ id, title }, of, left)];
      }),
      before: walk.leftFor(transcript),
      opening: opened ?? {
        rulesTokens: 0,
        indexTokens: 0,
        index: { text: '', cutBy: undefined, lines: 0, bytes: 0 },
      },
      prompts: memoryEvents(own.memory, 'recalled').map((event) => ({
        message: event.prompt,
        call: event.call,
        candidates: event.candidates,
        chosen: event.chosen,
        recalled: event.recalled.map(({ file, bytes, ageDays }) => ({ file, bytes, ageDays })),
        leftOut: event.leftOut,
        bytesLeft: event.bytesLeft,
      })),
      own: leftBy({ id: '', title: '' }, transcript, own),
      carried: { rules: sum(rules), index: sum(index), recalled: sum(recalled) },
      calls: transcript.calls.length,
      carriedCost: own.carriedCost,
      askedCost: own.askedCost,
      asks: own.askedCost.known + own.askedCost.unknown,
      isKeptElsewhere: transcript.memoryIsRecorded === true,
    };
  }

  usedAcross(): readonly UsedPlace[] {
    if (this.latest === undefined) throw new Error('"project-memory" comes first');
    const { walk, own } = this.latest;
    const { transcript } = this.material;
    const all = [...walk.transcripts, transcript];
    const callOf = (session: number, message: number) => {
      const of = all[session];
      return of === undefined ? 0 : callAt(of, message);
    };
    return walk.usedBy(transcript, own).map((use) => ({
      ...use,
      wasCall: callOf(use.was.session, use.was.message),
      usedCall: callOf(use.used.session, use.used.message),
    }));
  }

  /** Recall and the limits of the index change nothing of what the sessions leave: a slider walks over none of them. */
  private async walkOver(sessions: readonly EarlierSession[], policy: Policy, by: Reporting): Promise<ProjectWalk> {
    const rules = policy.layers.flatMap((row) => extractionOf(row)?.everyTurns ?? []);
    const key = JSON.stringify([sessions.map(({ id }) => id), rules]);
    if (this.walked?.key === key) return this.walked.walk;
    const walk = new ProjectWalk(projectRoot(this.material.transcript.workingDirectory), policy);
    for (const [done, session] of sessions.entries()) {
      by.report({ done, of: sessions.length });
      walk.add(await this.transcriptOf(session, by.signal));
      // A request that is waiting may be to stop.
      await nextTask();
      by.signal.throwIfAborted();
    }
    this.walked = { key, walk };
    return walk;
  }

  private async transcriptOf({ id, title, body }: EarlierSession, signal: AbortSignal): Promise<Transcript> {
    const known = this.read.get(id);
    if (known !== undefined) return known;
    const imported = await importFile({ name: title, size: body.size, stream: () => body.stream() }, { signal });
    signal.throwIfAborted();
    const transcript = imported.ok ? imported.value.transcripts[0] : undefined;
    if (transcript === undefined) {
      throw new Refusal(
        `Could not read “${title}”, a session of the same project.`,
        'Leave it out, or import it again.',
      );
    }
    this.read.set(id, transcript);
    return transcript;
  }
}

function leftBy(
  { id, title }: Pick<LeftBySession, 'id' | 'title'>,
  transcript: Transcript,
  { kept, leftOut, ownWrites, extractions }: SessionMemory,
): LeftBySession {
  const counts = new Map<LeftOut['why'], number>();
  for (const { why } of leftOut) counts.set(why, (counts.get(why) ?? 0) + 1);
  return {
    id,
    title,
    startMs: transcript.messages.find(({ timeMs }) => timeMs !== undefined)?.timeMs,
    calls: transcript.calls.length,
    extractions,
    kept: kept.map(({ file, type, action, from: { text, message, part } }) => ({
      file,
      type,
      action,
      text,
      message,
      part,
      call: callAt(transcript, message),
    })),
    leftOut: [...counts].map(([why, count]) => ({ why, count })),
    ownWrites: ownWrites.map((write) => ({ ...write, call: callAt(transcript, write.message) })),
  };
}

/** The call that carries a message first, or the last one. */
function callAt(transcript: Transcript, message: number): number {
  return Math.max(0, Math.min(transcript.calls.length - 1, firstCallFrom(transcript, message + 1)));
}

function sum(tokens: Float64Array): number {
  return Math.round(tokens.reduce((all, each) => all + each, 0));
}
