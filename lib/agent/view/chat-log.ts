import { assertNever } from '../../base/assert-never';
import { asObject, asText, type Json } from '../../base/json';
import { optional } from '../../base/optional';
import { SCRIPTED_MODEL } from '../../economics/own-models';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';
import type { MessageId } from '../../transcript/transcript';
import type { Entry, EntryOf, ModelReply, ReplyBlock, SectionChoices, ToolResult } from '../journal/entry';
import type { StopReason } from '../journal/need';
import type { LiveConversation } from '../run/live-conversation';
import type { MemorySelection } from '../run/memory-selection';
import { offersIn, withoutOffers } from '../scripted/requests/abilities';
import { changedSections } from './changed-sections';
import type { ChatItem, ShownFork, ShownReply, ShownResult } from './chat-item';
import { effectWords } from './hooks-view';
import { shownDream } from './shown-dream';
import { shownRecall, shownTask } from './shown-task';

/** Only the beginning of longer results is shown: the page would otherwise have to hold every file that was ever read. */
const MAX_CHARACTERS = 20_000;
const MAX_ASKED = 300;

/** What the user sees of a run: each entry, and the resulting layer work. */
export class ChatLog {
  readonly items: ChatItem[] = [];
  private changes = 0;
  private failures = 0;
  private firings = 0;
  private newestReply = -1;
  private endedTasks = 0;
  /** Tasks and selections by id, with their place and what is shown there. */
  private readonly beside = new Map<string, { readonly place: number; readonly version: unknown }>();
  /** Selections of which something may still change. */
  private choosing: readonly MemorySelection[] = [];
  private readonly summaries = new Set<MessageId>();

  private choices: SectionChoices;

  constructor(private readonly run: LiveConversation) {
    this.choices = run.assembly.choices;
  }

  /** The run has just handled it. */
  add(entry: Entry): void {
    this.addEntry(entry);
    this.addWork(entry.timeMs);
    this.addMemory();
  }

  /** What goes on beside the turns keeps its place, where it began. */
  private addMemory(): void {
    const { selection, tasks } = this.run.memory;
    // One that is late may be answered in a later turn.
    if (selection !== undefined && !this.beside.has(selection.id)) this.choosing = [...this.choosing, selection];
    for (const each of this.choosing) {
      const { timeMs } = each.start;
      this.put(each.id, each.version, () => ({ type: 'recall', timeMs, ...shownRecall(each, timeMs) }));
    }
    this.choosing = this.choosing.filter(({ isSettled }) => !isSettled);
    this.addNote();
    for (const task of tasks.slice(this.endedTasks)) {
      this.put(task.start.id, task.version, () => ({ type: 'task', timeMs: task.start.timeMs, task: shownTask(task) }));
    }
    this.addDreams();
    while (tasks[this.endedTasks] !== undefined && tasks[this.endedTasks]?.state !== 'running') this.endedTasks += 1;
  }

  /** [D1] One that a gate has closed by itself is nothing to tell. */
  private addDreams(): void {
    for (const dream of this.run.memory.dreams.all.slice(-2)) {
      const { start, task, isOpen } = dream;
      const isTold = task !== undefined || (start.isByCommand && !isOpen);
      if (!isTold) continue;
      this.put(start.id, dream.version, () => ({
        type: 'dream',
        timeMs: start.timeMs,
        dream: shownDream(dream, this.run.files),
      }));
    }
  }

  /** [N2] */
  private addNote(): void {
    const { besideNote } = this.run;
    if (besideNote?.isOpen !== true) return;
    const { id, call, timeMs } = besideNote.start;
    const { modelId: model } = besideNote;
    this.put(id, 'open', () => ({ type: 'fork', timeMs, call, model, purpose: 'note', tookMs: 0, openTask: id }));
  }

  private put(id: string, version: unknown, made: () => ChatItem): void {
    const known = this.beside.get(id);
    if (known?.version === version) return;
    const place = known?.place ?? this.items.length;
    this.items[place] = made();
    this.beside.set(id, { place, version });
  }

  /** The run stopped. Reported once: continuing without a change stops in the same way. */
  addHelp(why: StopReason, timeMs: number): void {
    const last = this.items.at(-1);
    if (last?.type !== 'help') this.items.push({ type: 'help', timeMs, why });
  }

  private addEntry(entry: Entry): void {
    const { timeMs } = entry;
    switch (entry.type) {
      case 'begun':
        return;
      case 'reply':
        this.newestReply = this.items.push({ type: 'reply', timeMs, ...this.shownReply(entry.reply) }) - 1;
        return;
      case 'results':
        this.addResults(entry);
        return;
      case 'forked': {
        const fork = this.shownFork();
        if (fork === undefined) return;
        if (entry.task === undefined) this.items.push({ type: 'fork', timeMs, ...fork });
        else this.put(entry.task, 'answered', () => ({ type: 'fork', timeMs, ...fork }));
        return;
      }
      case 'policy':
        this.items.push({ type: 'policy', timeMs, title: entry.policy.title });
        return;
      case 'sections':
        this.items.push({ type: 'sections', timeMs, changes: changedSections(this.choices, entry.sections) });
        this.choices = entry.sections;
        return;
      case 'files':
        this.items.push({
          type: 'files',
          timeMs,
          paths: entry.files.map(({ path }) => path),
          ...(entry.undoes === undefined ? {} : { undoesDream: true }),
        });
        return;
      case 'team': {
        const { did, keys, contested, left, problem } = entry;
        this.items.push({ type: 'team', timeMs, did, keys, contested, left, ...optional('problem', problem) });
        return;
      }
      case 'mail':
        for (const { session, from, text } of entry.letters) {
          this.items.push({ type: 'mail', timeMs, session, from, text });
        }
        return;
      case 'hooked':
        this.addHooks(entry);
        return;
      case 'permitted':
        this.addAnswer(entry);
        return;
      case 'refused':
        this.items.push({ type: 'refused', timeMs, what: entry.what });
        return;
      case 'prompt':
      case 'command':
      case 'model':
      case 'limits':
      case 'own-setup':
      case 'approved':
      case 'problem':
      case 'stopped':
      case 'waited':
        this.items.push(entry);
        return;
      case 'recalled':
      case 'recall-late':
      case 'woken':
      case 'hook-settings':
      case 'hook-agent':
      case 'task-refused':
      case 'task-progress':
      case 'task-reply':
      case 'task-results':
      case 'task-ended':
      case 'dream':
      case 'dream-looked':
      case 'dream-wrote':
      case 'spent':
        return;
      default:
        assertNever(entry);
    }
  }

  /** [H] Those that had an effect: most hooks say nothing. */
  private addHooks({ events, timeMs }: EntryOf<'hooked'>): void {
    const { log, blockedPrompt } = this.run.hooks;
    const heard = log.slice(this.firings);
    this.firings = log.length;
    const runs = heard.flatMap(({ event, firing, effect }) => {
      const words = effectWords(effect);
      return words.length === 0
        ? []
        : [{ event, runs: firing.runs, effect: words, isBlock: effect.blocks !== undefined }];
    });
    if (runs.length === 0) return;
    const prompt = events.find(({ event }) => event === 'UserPromptSubmit')?.input.prompt;
    const blocked = blockedPrompt === undefined ? undefined : asText(prompt);
    this.items.push({ type: 'hooks', timeMs, runs, ...optional('blockedPrompt', blocked) });
  }

  /** [H1] Of the run's own calls: an agent's chat has those of the agent. */
  private addAnswer({ callId, answer, timeMs }: EntryOf<'permitted'>): void {
    const reply = this.items[this.newestReply];
    const tool = reply?.type === 'reply' ? reply.tools.find((each) => each.callId === callId) : undefined;
    if (tool !== undefined)
      this.items.push({ type: 'permitted', timeMs, tool: tool.name, asked: askedOf(tool.input), answer });
  }

  private addWork(timeMs: number): void {
    const { changes, failures } = this.run.done;
    for (const failure of failures.slice(this.failures)) this.items.push({ type: 'layer-failed', timeMs, failure });
    for (const change of changes.slice(this.changes)) this.items.push(this.work(change, timeMs));
    this.failures = failures.length;
    this.changes = changes.length;
  }

  private work({ changes: _, boundary, ...change }: SimulatedChange, timeMs: number): ChatItem {
    const isCompaction = change.turn === 'gate';
    const summary = isCompaction ? this.newSummary() : undefined;
    return { type: 'work', timeMs, change, isCompaction, ...optional('summary', summary) };
  }

  private newSummary(): string | undefined {
    const found = this.run.context.findLast(
      ({ origin, message }) => origin === 'made' && message.kind === 'summary' && !this.summaries.has(message.id),
    );
    if (found === undefined) return undefined;
    this.summaries.add(found.message.id);
    return found.parts.map(({ part }) => (part.kind === 'text' ? part.text : '')).join('\n');
  }

  private shownReply({ blocks, stopReason, timeMs: tookMs, firstTokenMs, serverEdits }: ModelReply): ShownReply {
    const {
      call = 0,
      model = '',
      usage,
      dollars,
      predictedCacheRead = 0,
      isUsageEstimated,
    } = this.run.calls.at(-1) ?? {};
    const said = joined(blocks.map((block) => (block.type === 'text' ? block.text : '')));
    return {
      call,
      model,
      text: model === SCRIPTED_MODEL ? withoutOffers(said) : said,
      offers: model === SCRIPTED_MODEL ? offersIn(said) : [],
      thinking: joined(blocks.map((block) => (block.type === 'thinking' ? block.text : ''))),
      tools: blocks.flatMap((block) =>
        block.type === 'tool-call' ? [{ callId: block.id, name: block.name, input: block.input }] : [],
      ),
      predictedCacheRead,
      tookMs,
      stopReason,
      ...optional('usage', usage),
      ...optional('isUsageEstimated', isUsageEstimated),
      ...optional('dollars', dollars),
      ...optional('firstTokenMs', firstTokenMs),
      ...optional('serverEdits', serverEdits),
      ...optional('serverSummary', serverSummary(blocks)),
    };
  }

  private shownFork(): ShownFork | undefined {
    const fork = this.run.forks.at(-1);
    if (fork === undefined) return undefined;
    const { call, model, purpose, tookMs, usage, dollars, failed } = fork;
    return {
      call,
      model,
      purpose,
      tookMs,
      ...optional('usage', usage),
      ...optional('dollars', dollars),
      ...optional('failed', failed),
    };
  }

  /** They belong to the reply that requested them, which is now a new item. */
  private addResults({ results }: EntryOf<'results'>): void {
    const reply = this.items[this.newestReply];
    if (reply?.type !== 'reply') return;
    const byId = new Map(results.map((result) => [result.callId, shownResult(result)]));
    const tools = reply.tools.map((tool) => ({ ...tool, ...optional('result', byId.get(tool.callId)) }));
    this.items[this.newestReply] = { ...reply, tools };
  }
}

/** What the tool would do, in a line. */
function askedOf(input: Json): string {
  const given = asObject(input) ?? {};
  const words = asText(given.command) ?? asText(given.file_path) ?? asText(given.pattern) ?? JSON.stringify(input);
  return words.slice(0, MAX_ASKED);
}

function serverSummary(blocks: readonly ReplyBlock[]): string | null | undefined {
  for (const block of blocks) {
    if (block.type === 'opaque' && block.block.type === 'compaction') return asText(block.block.content) ?? null;
  }
  return undefined;
}

function shownResult({ text, isError, tookMs }: ToolResult): ShownResult {
  return { text: text.slice(0, MAX_CHARACTERS), characters: text.length, isError, tookMs };
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
