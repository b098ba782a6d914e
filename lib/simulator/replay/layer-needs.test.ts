import { expect, it } from 'vitest';
import { type ActorId, type LayerId, type LayerSettings, layerIds } from '../../layers/index';
import { layerNeeds } from '../../layers/layer-needs';
import { memoryLeft } from '../../layers/shape/project-memory';
import { emptyFolder, saveMemory } from '../../memory/files/memory-folder';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { policyLayers } from '../../policies/shape/policy-layer';
import { assumed } from '../../summarizers/assumed';
import type { Message } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from './reading-session.test-support';
import { replay } from './replay';

const MEGABYTE = 1024 * 1024;

/** Everything that any layer acts on: long results, long arguments, pauses, ends of turns, a large picture, a full window. */
const material = replayMaterial(withPicture(`clock 2026-01-01T10:00:00Z\n${readingSession(30, turnsAndArguments)}`));

function turnsAndArguments(call: number): readonly string[] {
  if (call === 1)
    return [
      '---',
      'user "Never commit without asking me first."',
      'assistant "Understood."',
      '---',
      'user "Is the deploy freeze of the payments service over?"',
    ];
  if (call === 2) return ['call #w write 3000 tokens', '---', 'result #w "written"', 'user "the picture"', 'image'];
  return call % 6 === 5 ? ['assistant "so far"', 'user "go on"', 'wait 90 min'] : [];
}

function withPicture(text: string) {
  const transcript = transcriptFromText(text);
  const messages = transcript.messages.map(
    (message): Message => ({
      ...message,
      parts: message.parts.map((part) => (part.kind === 'image' ? { ...part, bytes: 40 * MEGABYTE } : part)),
    }),
  );
  return { ...transcript, messages };
}

/** What an earlier session left. */
const saved = saveMemory(
  emptyFolder('/m/memory'),
  'project-freeze.md',
  {
    name: 'deploy freeze',
    description: 'The deploy freeze of the payments service',
    type: 'project',
    body: 'The deploy freeze of the payments service ends on Friday.',
  },
  0,
);
const memory = memoryLeft(saved.ok ? saved.value : emptyFolder('/m/memory'));

/** Only where the default waits for more than a short session has. */
const eager: { readonly [Id in LayerId]?: Partial<LayerSettings[Id]> } = {
  'result-budget': { limit: 20_000, limitsByTool: {} },
  'shorten-arguments': { triggerPercent: 10, keep: 2 },
  'prune-results': { protectTokens: 5_000, minFreedTokens: 1_000 },
  dreaming: { sessions: 0 },
};

/** What acts under a policy with these layers on and all others off. */
function actingUnder(on: readonly LayerId[]): ReadonlySet<ActorId> {
  const layers = policyLayers(Object.fromEntries(on.map((id) => [id, eager[id] ?? {}])));
  const { changes, notes, memory: kept } = replay(material, { ...claudeCode21, layers }, assumed(300), { memory });
  const saved = (kept?.events ?? []).filter(({ type }) => type === 'extracted');
  return new Set([
    ...changes.map(({ layer }) => layer),
    ...notes.map((): LayerId => 'note-extraction'),
    ...saved.map((): LayerId => 'auto-memory'),
    ...(kept?.events ?? []).flatMap(({ type }): LayerId[] => (type === 'dreamt' ? ['dreaming'] : [])),
  ]);
}

const idsNeeded = (id: LayerId) => layerNeeds(id).map(({ layer }) => layer);

it.each(layerIds)('the layer %s acts with what it needs, and alone if it needs nothing', (id) => {
  expect(actingUnder([id, ...idsNeeded(id)])).toContain(id);
});

// A note is written, but nothing uses it.
it.each(layerIds.filter((id) => idsNeeded(id).length > 0))(
  'the layer %s changes nothing without what it needs',
  (id) => {
    expect(replay(material, { ...claudeCode21, layers: policyLayers({ [id]: {} }) }, assumed(300)).changes).toEqual([]);
  },
);

it.each(policies)('the preset $id turns on what its layers need', ({ layers }) => {
  const on = new Set(layers.flatMap(({ layer, isOn }) => (isOn ? [layer] : [])));
  for (const id of on) for (const { layer } of layerNeeds(id)) expect(on).toContain(layer);
});
