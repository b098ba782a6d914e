import { optional } from '../../base/optional';
import { inputSide } from '../../transcript/usage';
import type { Entry, RunSetup } from '../journal/entry';
import type { OwnEntry } from '../journal/new-entry';
import { listChanges } from '../view/shown-agents';
import { type ComparedCall, comparedListings, type ListingComparison } from './listing-comparison';
import { ScriptSide, type SideParts } from './script-side';

const ADDED: OwnEntry = {
  type: 'files',
  files: [
    {
      path: '.claude/agents/added-to-compare.md',
      text: '---\nname: added-to-compare\ndescription: Was added to see what a change of the list does\n---\nAnswer.\n',
    },
  ],
};

/**
 * [O3] The same session with the list of agents in the description of the tool, and in a message: what its user did, done
 * again with the script as its model.
 */
export async function compareListings(
  entries: readonly Entry[],
  parts: SideParts,
  pause: () => Promise<unknown>,
): Promise<ListingComparison | undefined> {
  const [begun] = entries;
  if (begun?.type !== 'begun') throw new Error('The first entry of a run is its beginning');
  const { setup, steps } = scriptOf(begun.setup, entries);
  const last = steps.findLast(({ type }) => type === 'prompt');
  if (last === undefined) return undefined;
  const asItWas = await bothWays(setup, steps, parts, pause);
  if (asItWas.some(({ run }) => listChanges(run).length > 0)) return comparisonOf(asItWas, false);
  return comparisonOf(await bothWays(setup, [...steps, ADDED, last], parts, pause), true);
}

/** What the user did until now; choices before the first prompt are the setup. */
function scriptOf(setup: RunSetup, entries: readonly Entry[]) {
  const steps: OwnEntry[] = [];
  let { own = {} } = setup;
  for (const { timeMs: _, ...entry } of entries) {
    switch (entry.type) {
      case 'own-setup':
        if (steps.some(({ type }) => type === 'prompt')) steps.push(entry);
        else own = entry.own;
        break;
      case 'command':
        // The messages of the two sides are not numbered alike.
        if (entry.command.type !== 'unfold' && !('partial' in entry.command)) steps.push(entry);
        break;
      case 'prompt':
      case 'files':
      case 'policy':
      case 'sections':
      case 'hook-settings':
      case 'waited':
        steps.push(entry);
        break;
      default:
    }
  }
  const model = setup.model.type === 'scripted' ? setup.model : ({ type: 'scripted' } as const);
  return { setup: { ...setup, own, model }, steps };
}

async function bothWays(
  { policy, model, files, own = {}, sections }: RunSetup,
  steps: readonly OwnEntry[],
  parts: SideParts,
  pause: () => Promise<unknown>,
): Promise<readonly ScriptSide[]> {
  const sides: ScriptSide[] = [];
  for (const agents of comparedListings) {
    const script = { policy, model, files, own: { ...own, agents }, steps, ...optional('sections', sections) };
    const side = new ScriptSide(script, parts);
    sides.push(side);
    for (let calls = 1; side.end === undefined; calls++) {
      await side.advanceTo(calls);
      await pause();
      parts.signal.throwIfAborted();
    }
  }
  return sides;
}

function comparisonOf(sides: readonly ScriptSide[], isAdded: boolean): ListingComparison {
  const bySide = sides.map(callsOf);
  const most = Math.max(...bySide.map(({ length }) => length));
  return {
    calls: Array.from({ length: most }, (_, call) => bySide.map((calls) => calls[call])),
    sums: bySide.map((calls) => ({
      read: calls.reduce((sum, { read }) => sum + read, 0),
      written: calls.reduce((sum, { written }) => sum + written, 0),
      ...(calls.some(({ dollars }) => dollars === undefined)
        ? {}
        : { dollars: calls.reduce((sum, { dollars = 0 }) => sum + dollars, 0) }),
    })),
    isAdded,
  };
}

function callsOf({ run }: ScriptSide): readonly ComparedCall[] {
  const changes = new Map(listChanges(run).map((change) => [change.call, change]));
  return run.calls.map(({ call, usage, dollars }) => {
    const change = changes.get(call);
    const isBroken = change?.at !== undefined && change.at.read < change.readBefore;
    return {
      read: usage.cacheRead,
      written: inputSide(usage) - usage.cacheRead,
      ...optional('dollars', dollars),
      ...(change === undefined ? {} : { list: isBroken ? ('broken' as const) : ('changed' as const) }),
    };
  });
}
