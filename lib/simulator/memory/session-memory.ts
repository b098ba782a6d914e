import { addCost, type CostSum, costOf, noCosts } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import type { MemoryEvent } from '../../layers/shape/project-memory';
import type { KeptMemory, LeftOut } from '../../memory/extraction/extract-offline';
import type { OwnWrite } from '../../memory/extraction/own-writes';
import type { MemoryFolder } from '../../memory/files/memory-folder';
import type { Recalled } from '../../memory/recall/recall-session';
import type { KnownMemory } from '../../memory/replay/used-across';
import type { Transcript } from '../../transcript/transcript';
import type { SimulatedMemory, Simulation } from '../pipeline/simulation';

export interface RecalledAt extends Recalled {
  /** The prompt. */
  readonly message: number;
  readonly words: readonly string[];
}

/** What one session of a project found, carried and left. */
export interface SessionMemory extends KnownMemory {
  readonly memory: SimulatedMemory;
  readonly folder: MemoryFolder;
  readonly extractions: number;
  readonly kept: readonly KeptMemory[];
  readonly leftOut: readonly LeftOut[];
  readonly ownWrites: readonly OwnWrite[];
  readonly dreams: readonly DreamtAt[];
  readonly recalled: readonly RecalledAt[];
  /** Chosen, and too large for what was left of the budget. */
  readonly notRecalled: number;
  /** Of what was carried: written to the cache once, and read in every later call while the cache is warm. */
  readonly carriedCost: CostSum;
  /** Of the requests for it. */
  readonly askedCost: CostSum;
  /** [D3] Of those, what dreams cost. */
  readonly dreamCost: CostSum;
}

export type DreamtAt = Of<'dreamt'>;

type Of<Type extends MemoryEvent['type']> = Extract<SimulatedMemory['events'][number], { readonly type: Type }>;

export function memoryEvents<Type extends MemoryEvent['type']>({ events }: SimulatedMemory, type: Type): Of<Type>[] {
  return events.filter((event): event is Of<Type> => event.type === type);
}

/** Undefined if no layer of the replay keeps memory. */
export function sessionMemory(transcript: Transcript, simulation: Simulation): SessionMemory | undefined {
  const { memory, forks } = simulation;
  if (memory === undefined) return undefined;
  const extractions = memoryEvents(memory, 'extracted');
  const recalls = memoryEvents(memory, 'recalled');
  let askedCost = noCosts;
  let dreamCost = noCosts;
  for (const { purpose, cost } of forks) {
    if (purpose === 'recall' || purpose === 'memory' || purpose === 'dream') askedCost = addCost(askedCost, cost);
    if (purpose === 'dream') dreamCost = addCost(dreamCost, cost);
  }
  return {
    memory,
    folderBefore: memory.folderBefore,
    folder: memory.folder,
    extractions: extractions.length,
    kept: extractions.flatMap(({ kept }) => kept),
    leftOut: extractions.flatMap(({ leftOut }) => leftOut),
    ownWrites: memoryEvents(memory, 'saved-by-agent').map(({ message, path, problem }) => ({
      message,
      path,
      ...(problem === undefined ? {} : { problem }),
    })),
    dreams: memoryEvents(memory, 'dreamt'),
    recalled: recalls.flatMap(({ prompt, recalled, chosen }) =>
      recalled.map((each) => ({
        ...each,
        message: prompt,
        words: chosen.find(({ file }) => file === each.file)?.words ?? [],
      })),
    ),
    notRecalled: recalls.reduce((sum, { leftOut }) => sum + leftOut.length, 0),
    carriedCost: carriedCost(transcript, simulation, memory),
    askedCost,
    dreamCost,
    shownAt: (message) => shownAt(transcript, memory, message),
  };
}

/** [A5] The texts of memory in the context when this message was written: the index, and what was recalled since. */
function shownAt({ calls }: Transcript, { events }: SimulatedMemory, message: number): readonly string[] {
  const call = calls.findLastIndex(({ at }) => at <= message);
  const before = events.filter((event) => event.call <= call);
  const opened = before.findLastIndex(({ type }) => type === 'opened');
  return before.slice(Math.max(0, opened)).flatMap((event) => {
    if (event.type === 'opened') return [event.opening.index.text];
    return event.type === 'recalled' ? event.recalled.map(({ text }) => text) : [];
  });
}

function carriedCost(
  { calls, models }: Transcript,
  { used }: Pick<Simulation, 'used'>,
  { rules, index, recalled }: SimulatedMemory,
): CostSum {
  let sum = noCosts;
  let written = 0;
  for (const [call, { model = models.at(-1) }] of calls.entries()) {
    if ((used[call] ?? 0) === 0) continue;
    const carried = (rules[call] ?? 0) + (index[call] ?? 0) + (recalled[call] ?? 0);
    const read = Math.min(written, carried);
    const usage = { input: 0, cacheRead: read, cacheWrite5m: carried - read, cacheWrite1h: 0, output: 0 };
    written = carried;
    sum = addCost(sum, model === undefined ? undefined : costOf(usage, modelFor(model)));
  }
  return sum;
}
