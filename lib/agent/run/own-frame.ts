import type { OwnSetup } from '../journal/entry';
import type { RunSurroundings } from './live-context';

/** What every request of a run starts with, as the user has set it up. */
export function ownFrame({ system, tools }: RunSurroundings, own: OwnSetup): RunSurroundings {
  const off = new Set(own.toolsOff ?? []);
  const instructions = own.instructions?.trim() ?? '';
  const prompt = own.system === undefined ? system : [{ kind: 'text', text: own.system } as const];
  return {
    // The API rejects an empty text.
    system: [
      ...prompt.filter((part) => part.kind !== 'text' || part.text.trim() !== ''),
      ...(instructions === '' ? [] : [{ kind: 'text', text: `${BEFORE_INSTRUCTIONS}\n\n${instructions}` } as const]),
    ],
    tools: tools.filter(({ name }) => !off.has(name)),
  };
}

const BEFORE_INSTRUCTIONS =
  'Instructions of the user for this workspace. They take precedence over what is written above:';
