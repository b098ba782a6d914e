import { optional } from '../../base/optional';
import { apportion } from '../../tokens/apportion';
import { categories } from '../../tokens/category';
import { type ContextListener, RecordedContextWalker } from '../../transcript/recorded-context';
import type { Transcript } from '../../transcript/transcript';
import { cacheReadPrices, carriedParts } from './carried-parts';
import { type PlacedHook, placedHooks } from './hook-places';
import { instructionLoads } from './instruction-loads';
import { type PieceKind, pieceKinds, piecesInPart, textOfPart } from './pieces-in-part';
import type { RecordedTimeline } from './recorded-timeline';
import { firstCallFrom } from './stretches';

/** [Y1] What a recording holds of everything that surrounds the conversation, with its tokens per call. */
export interface SystemPieces {
  readonly calls: number;
  /** What was sent, all calls together. */
  readonly sent: number;
  /** In the order in which an agent puts them together, then by call. What no call carried is not listed. */
  readonly pieces: readonly SystemPiece[];
  /** What precedes the messages and is not in the file: at the first call, at the last one, and over all calls. */
  readonly notInFile: { readonly first: number; readonly last: number; readonly carried: number };
  readonly compactions: readonly Reloaded[];
  readonly hooks: readonly HookRuns[];
}

export interface SystemPiece {
  readonly kind: PieceKind;
  readonly name: string;
  readonly source: string;
  /** How many texts it had. One: it stayed the same. */
  readonly texts: number;
  readonly carried: number;
  /** Each time that it came into the context, oldest first. */
  readonly times: readonly PieceTime[];
}

export interface PieceTime {
  /** Undefined for what precedes the messages. */
  readonly place?: PiecePlace;
  /** The first and last call that carried it. */
  readonly first: number;
  readonly last: number;
  /** In the first of them. */
  readonly tokens: number;
  /** [I3] Of instructions: the file whose reading explains it. */
  readonly because?: string;
}

export interface PiecePlace {
  readonly message: number;
  readonly part: number;
  readonly start: number;
  readonly end: number;
}

/** [Y5] What a compaction changed around the conversation, as indices of pieces. */
export interface Reloaded {
  /** The first call after it. */
  readonly call: number;
  /** In the context before it, and added again. */
  readonly back: readonly number[];
  /** Only added after it. */
  readonly added: readonly number[];
  /** Not in the context any longer. */
  readonly gone: readonly number[];
}

/** All runs of one hook at one event. */
export interface HookRuns {
  readonly event: string;
  readonly name?: string;
  readonly command?: string;
  readonly runs: readonly HookRun[];
}

export interface HookRun extends Pick<PlacedHook, 'call' | 'line' | 'isSent' | 'isBlock' | 'tookMs' | 'message'> {
  /** [H1] Of what it added, in the first call that carried it. */
  readonly tokens: number;
}

export function systemPieces(transcript: Transcript, recorded: RecordedTimeline): SystemPieces {
  const calls = transcript.calls.length;
  const { timeline } = recorded;
  const sent = timeline.used.reduce((sum, tokens) => sum + tokens, 0);
  if (calls === 0) {
    const hooks = hookRuns(transcript, []);
    return { calls, sent, pieces: [], notInFile: { first: 0, last: 0, carried: 0 }, compactions: [], hooks };
  }
  const last = calls - 1;
  const all = carriedParts(transcript, recorded, cacheReadPrices(transcript, timeline.used), last);
  const pieces = new Pieces();
  const spans = spansInContext(transcript);
  const loads = new Map(instructionLoads(transcript).recorded.map((load) => [load.message, load]));
  const { parts } = recorded.weights;
  const SYSTEM = categories.indexOf('system');
  let carriedByMessages = 0;
  transcript.messages.forEach((message, index) => {
    message.parts.forEach((part, place) => {
      const row = (parts.start[index] ?? 0) + place;
      if (parts.category[row] === SYSTEM) carriedByMessages += all.carried[row] ?? 0;
      const found = piecesInPart(message, part);
      const text = textOfPart(part);
      const within = spans[index] ?? [];
      if (found.length === 0 || text === undefined || within.length === 0) return;
      const lengths = found.map(({ start, end }) => end - start);
      // What comes in twice is weighed twice.
      const tokens = apportion(lengths, Math.round((all.added[row] ?? 0) / within.length));
      const carried = apportion(lengths, Math.round(all.carried[row] ?? 0));
      found.forEach(({ start, end, ...named }, which) => {
        within.forEach(({ first, last: until }, time) => {
          pieces.add(named, text.slice(start, end), time === 0 ? (carried[which] ?? 0) : 0, {
            place: { message: index, part: place, start, end },
            first,
            last: until,
            tokens: tokens[which] ?? 0,
            ...optional('because', loads.get(index)?.because),
          });
        });
      });
    });
  });
  const firstCall = recorded.contextAtCall(0);
  const lastCall = recorded.contextAtCall(last);
  const ofSystem = timeline.byCategory.system.reduce((sum, tokens) => sum + tokens, 0);
  const carriedInFile = Math.max(0, Math.round(ofSystem - all.carriedNotInFile - carriedByMessages));
  addSystem(pieces, transcript, firstCall.systemInFile, carriedInFile, last);
  const listed = pieces.inOrder();
  return {
    calls,
    sent,
    pieces: listed,
    notInFile: { first: firstCall.notInFile, last: lastCall.notInFile, carried: Math.round(all.carriedNotInFile) },
    compactions: reloaded(transcript, listed),
    hooks: hookRuns(transcript, listed),
  };
}

/** The text at one of a piece's times. */
export function pieceText(transcript: Transcript, piece: SystemPiece, time: number): string {
  const place = piece.times[time]?.place;
  if (place === undefined) {
    const texts = systemTexts(transcript);
    return texts.find(({ kind, name }) => kind === piece.kind && name === piece.name)?.text ?? '';
  }
  const part = transcript.messages[place.message]?.parts[place.part];
  return (part === undefined ? undefined : textOfPart(part))?.slice(place.start, place.end) ?? '';
}

interface Named {
  readonly kind: PieceKind;
  readonly name: string;
  readonly source: string;
}

interface Draft extends Named {
  readonly texts: Set<string>;
  carried: number;
  readonly times: PieceTime[];
}

class Pieces {
  private readonly drafts = new Map<string, Draft>();

  add(named: Named, text: string, carried: number, time: PieceTime): void {
    const key = `${named.kind}\n${named.name}`;
    const draft = this.drafts.get(key) ?? { ...named, texts: new Set<string>(), carried: 0, times: [] };
    this.drafts.set(key, draft);
    draft.texts.add(text);
    draft.carried += carried;
    draft.times.push(time);
  }

  inOrder(): SystemPiece[] {
    const order = ({ kind }: Draft) => pieceKinds.indexOf(kind);
    const firstCall = ({ times }: Draft) => times[0]?.first ?? 0;
    return [...this.drafts.values()]
      .map((draft) => ({ ...draft, times: draft.times.sort((a, b) => a.first - b.first) }))
      .sort((a, b) => order(a) - order(b) || firstCall(a) - firstCall(b))
      .map(({ texts, ...draft }) => ({ ...draft, texts: texts.size }));
  }
}

function systemTexts({ system, tools }: Transcript): (Named & { readonly text: string })[] {
  const blocks = system.flatMap((part) => textOfPart(part) ?? []);
  return [
    ...blocks.map((text, place) => ({
      kind: 'system' as const,
      name: blocks.length === 1 ? 'System prompt' : `System prompt, block ${place + 1}`,
      source: 'request',
      text,
    })),
    ...(tools.length === 0
      ? []
      : [
          {
            kind: 'tools' as const,
            name: `Tools (${tools.length})`,
            source: 'request',
            text: tools.map(({ schemaText }) => schemaText).join('\n\n'),
          },
        ]),
  ];
}

function addSystem(pieces: Pieces, transcript: Transcript, tokens: number, carried: number, last: number): void {
  const texts = systemTexts(transcript);
  const lengths = texts.map(({ text }) => text.length);
  const [atFirst, overAll] = [apportion(lengths, tokens), apportion(lengths, carried)];
  texts.forEach(({ text, ...named }, place) => {
    pieces.add(named, text, overAll[place] ?? 0, { first: 0, last, tokens: atFirst[place] ?? 0 });
  });
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** From which call to which each message was in the context; a message may come back. */
function spansInContext(transcript: Transcript): readonly (readonly Span[])[] {
  const spans = transcript.messages.map((): Span[] => []);
  const since = new Map<number, number>();
  let call = 0;
  const leave = (message: number, until: number) => {
    const first = since.get(message);
    since.delete(message);
    if (first !== undefined && first <= until) spans[message]?.push({ first, last: until });
  };
  const listener: ContextListener = {
    entered: (message) => since.set(message, call),
    left: (message) => leave(message, call - 1),
    cleared: () => {},
    passed: () => {},
  };
  const walker = new RecordedContextWalker(transcript, listener);
  for (const { at } of transcript.calls) {
    walker.moveTo(at);
    call += 1;
  }
  for (const message of since.keys()) leave(message, call - 1);
  return spans;
}

function reloaded(transcript: Transcript, pieces: readonly SystemPiece[]): Reloaded[] {
  const { calls, boundaries } = transcript;
  return boundaries.flatMap((boundary) => {
    const call = firstCallFrom(transcript, boundary.at);
    if (boundary.kind !== 'full' || call >= calls.length) return [];
    const [back, added, gone]: [number[], number[], number[]] = [[], [], []];
    pieces.forEach(({ times }, index) => {
      const before = times.some(({ first, last }) => first < call && last >= call - 1);
      const now = times.filter(({ first, last }) => first <= call && last >= call);
      const isNew = now.some(
        ({ first, place }) => first === call && place !== undefined && place.message >= boundary.at,
      );
      if (isNew && times.some(({ first }) => first < call)) back.push(index);
      else if (isNew) added.push(index);
      else if (before && now.length === 0) gone.push(index);
    });
    return [{ call, back, added, gone }];
  });
}

function hookRuns(transcript: Transcript, pieces: readonly SystemPiece[]): HookRuns[] {
  const tokensOf = new Map<string, number>();
  for (const { times } of pieces) {
    for (const { place, tokens } of times) {
      const id = place === undefined ? undefined : transcript.messages[place.message]?.id;
      if (id !== undefined) tokensOf.set(id, Math.max(tokens, tokensOf.get(id) ?? 0));
    }
  }
  const all = new Map<string, { readonly head: Omit<HookRuns, 'runs'>; readonly runs: HookRun[] }>();
  for (const hook of placedHooks(transcript)) {
    const { event, name, command, exit: _, ...place } = hook;
    const head = { event, ...optional('name', name), ...optional('command', command) };
    const key = JSON.stringify([event, name, command]);
    const known = all.get(key) ?? { head, runs: [] };
    all.set(key, known);
    const said = place.isSent && place.message !== undefined ? transcript.messages[place.message]?.id : undefined;
    known.runs.push({ ...place, tokens: (said === undefined ? undefined : tokensOf.get(said)) ?? 0 });
  }
  return [...all.values()].map(({ head, runs }) => ({ ...head, runs }));
}
