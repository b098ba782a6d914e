import type { AskModel, Waiting } from '../../api/ask-model';
import { type Failure, isCancelled, Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import type { Steps } from '../../base/steps/steps';
import { importFile } from '../../importers/import-file';
import { dreamRuleOf, extractionOf } from '../../layers/bound-layer';
import type { ProjectAsk, Reply } from '../../layers/shape/layer';
import { maskTranscriptInSteps } from '../../masking/mask-transcript';
import type { LeftOut } from '../../memory/extraction/extract-offline';
import { MAX_TURNS } from '../../memory/extraction/extraction-request';
import { projectRoot } from '../../memory/files/memory-path';
import type { Policy } from '../../policies/shape/policy';
import { GivenAnswers } from '../../simulator/memory/given-answers';
import { type MemoryPlan, type PlannedAsk, plannedAsk } from '../../simulator/memory/memory-plan';
import { ProjectWalk } from '../../simulator/memory/project-walk';
import { memoryEvents, type SessionMemory } from '../../simulator/memory/session-memory';
import { type ReplayMaterial, replayMaterialInSteps } from '../../simulator/recorded/replay-material';
import { firstCallFrom } from '../../simulator/recorded/stretches';
import { memoryAnswer } from '../../summarizers/memory-answer';
import type { Transcript } from '../../transcript/transcript';
import { MemoryAsker, type MemoryFigures } from '../asked/ask-for-memories';
import { maskedAskInSteps } from '../asked/masked-ask';
import { type InSteps, NEVER_ABORTED } from '../wire/in-slices';
import { nextTask } from '../wire/next-task';
import type {
  EarlierSession,
  LeftBySession,
  MemoryWriter,
  ModelMemory,
  ModelMemoryProgress,
  ModelMemoryRequest,
  ProjectMemoryReport,
  ProjectProgress,
  ProjectRequest,
  UsedPlace,
} from './memory-messages';

interface Pausing {
  readonly signal: AbortSignal;
  readonly inSteps: InSteps;
}

interface Reporting extends Pausing {
  report(progress: ProjectProgress): void;
}

interface ModelAsking extends Pausing {
  readonly askModel: AskModel;
  report(progress: ModelMemoryProgress): void;
}

interface GivenByModel {
  readonly key: string;
  /** By the place of the session. */
  readonly given: Map<number, Reply[]>;
  readonly figures: MemoryFigures;
}

interface Walked {
  readonly key: string;
  readonly walk: ProjectWalk;
}

interface Reported {
  readonly key: string;
  readonly walk: ProjectWalk;
  readonly own: SessionMemory;
}

/** The open session among the other sessions of its project. Each is read once, and stays here. */
export class ProjectMemories {
  private readonly read = new Map<string, Transcript>();
  private walked: Walked | undefined;
  /** Of a model, as far as it was asked: what was paid for is not asked again. */
  private answers: GivenByModel | undefined;
  private latest: Reported | undefined;

  constructor(private readonly material: ReplayMaterial) {}

  async report(request: ProjectRequest, by: Reporting): Promise<ProjectMemoryReport> {
    const { walk, own } = await this.reported(request, by);
    return this.reportOf(request.sessions, walk, own);
  }

  private async reported({ sessions, policy }: ProjectRequest, by: Reporting): Promise<Reported> {
    const key = JSON.stringify([sessions.map(({ id }) => id), policy]);
    if (this.latest?.key === key) return this.latest;
    const walk = await this.walkOver(sessions, policy, by);
    const own = await by.inSteps(walk.replaying(this.material, policy), by.signal);
    this.latest = { key, walk, own };
    return this.latest;
  }

  private reportOf(
    sessions: readonly EarlierSession[],
    walk: ProjectWalk,
    own: SessionMemory,
    askedCost = own.askedCost,
  ): ProjectMemoryReport {
    const { transcript } = this.material;
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
      askedCost,
      asks: askedCost.known + askedCost.unknown,
      isKeptElsewhere: transcript.memoryIsRecorded === true,
    };
  }

  /** From what was read for the report; all is read again by an engine that was started since. */
  async usedAcross(request: ProjectRequest, by: Reporting): Promise<readonly UsedPlace[]> {
    const { walk, own } = await this.reported(request, by);
    return by.inSteps(this.usesOf(walk, own), by.signal);
  }

  private *usesOf(walk: ProjectWalk, own: SessionMemory): Steps<readonly UsedPlace[]> {
    const { transcript } = this.material;
    const all = [...walk.transcripts, transcript];
    const callOf = (session: number, message: number) => {
      const of = all[session];
      return of === undefined ? 0 : callAt(of, message);
    };
    const uses = yield* walk.usedBy(transcript, own);
    return uses.map((use) => ({
      ...use,
      wasCall: callOf(use.was.session, use.was.message),
      usedCall: callOf(use.used.session, use.used.message),
    }));
  }

  /** By a replay in which rules answer. */
  async plan(request: ModelMemoryRequest, { signal, inSteps }: Pausing): Promise<MemoryPlan> {
    const { policy } = request;
    const { walk, materials } = await this.asked(request, { signal, inSteps });
    const mostRequests = mostRequestsOf(policy);
    const asks: PlannedAsk[] = [];
    let morePrompts = 0;
    let secretsMasked = 0;
    for (const material of materials) {
      const { transcript, counter } = material;
      const before = asks.length;
      const memoryReply = (ask: ProjectAsk) => {
        const planned = plannedAsk(ask, material, mostRequests);
        if (planned !== undefined) asks.push(planned);
        return memoryAnswer(ask, counter);
      };
      const { counts } = await inSteps(maskTranscriptInSteps({ ...transcript, children: [] }), signal);
      secretsMasked += Object.values(counts).reduce((all, count) => all + count, 0);
      walk.take(transcript, await inSteps(walk.replaying(material, policy, { memoryReply }), signal));
      const recalls = asks.slice(before).filter(({ type }) => type === 'recall').length;
      const prompts = transcript.messages.filter(({ kind, role }) => kind === 'prompt' && role === 'user').length;
      if (transcript.memoryIsRecorded !== true) morePrompts += Math.max(0, prompts - recalls);
      // Many short sessions take long, too.
      await nextTask();
      signal.throwIfAborted();
    }
    return { asks, morePrompts, secretsMasked };
  }

  /** Each session is replayed again with every further answer, and so finds what it asks next. */
  async withModel(request: ModelMemoryRequest & MemoryWriter, by: ModelAsking): Promise<ModelMemory> {
    const { sessions, policy, scope, model, mostDollars } = request;
    const { walk, materials } = await this.asked(request, by).catch((error) => {
      throw isCancelled(error) ? new Refusal(STOPPED.what, STOPPED.advice) : error;
    });
    const key = JSON.stringify([sessions.map(({ id }) => id), policy.layers, scope, model]);
    if (this.answers?.key !== key) {
      const figures = { sent: undefined, requests: 0, refused: 0, failed: 0 };
      this.answers = { key, given: new Map(), figures };
    }
    const { given, figures } = this.answers;
    const answered = () => [...given.values()].reduce((all, replies) => all + replies.length, 0);
    const tell = (waiting?: Waiting) => by.report({ answered: answered(), dollars: figures.sent?.dollars, waiting });
    const mostRequests = mostRequestsOf(policy);
    const asker = new MemoryAsker({ ...by, model, mostDollars, mostRequests, report: tell }, figures);
    let problem: Failure | undefined;
    let own: SessionMemory | undefined;
    for (const [place, material] of materials.entries()) {
      const replies = given.get(place) ?? [];
      given.set(place, replies);
      for (;;) {
        const source = new GivenAnswers(replies);
        own = await by.inSteps(walk.replaying(material, policy, source), NEVER_ABORTED);
        if (source.missing === undefined || problem !== undefined) break;
        tell();
        await nextTask();
        const { ask } = source.missing;
        if (ask.type !== 'recall') await by.inSteps(maskedAskInSteps(material, ask), NEVER_ABORTED);
        const outcome = await asker.answer(material, ask);
        if (outcome.type === 'answered') replies.push(outcome.reply);
        else problem = outcome.failure;
      }
      if (material !== this.material) walk.take(material.transcript, own);
      await nextTask();
    }
    if (own === undefined) throw new Error('The open session is always asked about');
    // What is whole is asked anew next time, what is not goes on.
    const all = answered();
    if (problem === undefined) this.answers = undefined;
    const { requests, refused, failed, sent } = figures;
    const unknown = sent?.dollars === undefined ? requests : 0;
    const cost = { dollars: sent?.dollars ?? 0, known: requests - unknown, unknown };
    return {
      report: this.reportOf(sessions, walk, own, cost),
      uses: await by.inSteps(this.usesOf(walk, own), NEVER_ABORTED),
      model,
      scope,
      answered: all,
      requests,
      refused,
      failed,
      ...optional('sent', sent),
      ...optional('problem', problem),
    };
  }

  /** The sessions that a model is asked about, oldest first, and what was before them. The open one is the last. */
  private async asked({ sessions, policy, scope }: ModelMemoryRequest, { signal, inSteps }: Pausing) {
    const walk = new ProjectWalk(projectRoot(this.material.transcript.workingDirectory), policy);
    const materials: ReplayMaterial[] = [];
    for (const session of sessions) {
      const transcript = await this.transcriptOf(session, signal);
      if (scope === 'all') materials.push(await inSteps(replayMaterialInSteps(transcript), signal));
      else await inSteps(walk.adding(transcript), signal);
      await nextTask();
      signal.throwIfAborted();
    }
    return { walk, materials: [...materials, this.material] };
  }

  /** Recall and the limits of the index change nothing of what the sessions leave; dreams do: a slider walks over none of them. */
  private async walkOver(sessions: readonly EarlierSession[], policy: Policy, by: Reporting): Promise<ProjectWalk> {
    const rules = policy.layers.flatMap((row) => extractionOf(row)?.everyTurns ?? dreamRuleOf(row) ?? []);
    const key = JSON.stringify([sessions.map(({ id }) => id), rules]);
    if (this.walked?.key === key) return this.walked.walk;
    const walk = new ProjectWalk(projectRoot(this.material.transcript.workingDirectory), policy);
    for (const [done, session] of sessions.entries()) {
      by.report({ done, of: sessions.length });
      await by.inSteps(walk.adding(await this.transcriptOf(session, by.signal)), by.signal);
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

const STOPPED: Failure = {
  what: 'Stopped before anything was asked.',
  advice: 'Nothing was sent. Ask again to go on.',
};

function mostRequestsOf({ layers }: Policy): number {
  return layers.map((row) => extractionOf(row)?.mostRequests).find((most) => most !== undefined) ?? MAX_TURNS;
}

function leftBy(
  { id, title }: Pick<LeftBySession, 'id' | 'title'>,
  transcript: Transcript,
  { kept, leftOut, ownWrites, extractions, dreams }: SessionMemory,
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
    dreams: dreams.map(({ call, timeMs, requests, actions, scores }) => ({ call, timeMs, requests, actions, scores })),
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
