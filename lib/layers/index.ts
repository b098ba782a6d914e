import { autoMemory } from './auto-memory/auto-memory';
import { collapse } from './collapse/collapse';
import { dreaming } from './dreaming/dreaming';
import { fullCompact } from './full-compact/full-compact';
import { memoryRecall } from './memory-recall/memory-recall';
import { microcompactCached } from './microcompact-cached/microcompact-cached';
import { microcompactCounting } from './microcompact-counting/microcompact-counting';
import { microcompactDeclarative } from './microcompact-declarative/microcompact-declarative';
import { microcompactTime } from './microcompact-time/microcompact-time';
import { noteExtraction } from './note-extraction/note-extraction';
import { ownLayer } from './own/own-layer';
import { pruneResults } from './prune-results/prune-results';
import { resultBudget } from './result-budget/result-budget';
import { sessionMemory } from './session-memory/session-memory';
import type { Layer, LayerCommand } from './shape/layer';
import { shortenArguments } from './shorten-arguments/shorten-arguments';
import { snip } from './snip/snip';
import { stripMedia } from './strip-media/strip-media';

/** In the order in which they run. A new layer is one folder and one line here. */
const table = {
  'memory-recall': memoryRecall,
  'result-budget': resultBudget,
  snip,
  'microcompact-time': microcompactTime,
  'microcompact-cached': microcompactCached,
  'microcompact-declarative': microcompactDeclarative,
  'microcompact-counting': microcompactCounting,
  'prune-results': pruneResults,
  'shorten-arguments': shortenArguments,
  collapse,
  'session-memory': sessionMemory,
  'full-compact': fullCompact,
  'note-extraction': noteExtraction,
  'strip-media': stripMedia,
  'auto-memory': autoMemory,
  dreaming,
};

export type LayerId = keyof typeof table;

/** [Z1] Of what a replay is given from outside: no policy has a row for it. */
export const OWN = 'own';

/** What can act in a replay. */
export type ActorId = LayerId | typeof OWN;

type SettingsOf<Each> = Each extends Layer<infer Settings, string> ? Settings : never;

/** The settings of each layer. */
export type LayerSettings = { readonly [Id in LayerId]: SettingsOf<(typeof table)[Id]> };

type CommandOf<Each> = Each extends { readonly command?: LayerCommand<infer Type> } ? Type : never;

/** Commands that run a layer. */
export type LayerCommandType = { [Id in LayerId]: CommandOf<(typeof table)[Id]> }[LayerId];

export const layers: { readonly [Id in LayerId]: Layer<LayerSettings[Id], LayerCommandType> } = table;

/** How what acted is shown. */
export const actors: {
  readonly [Id in ActorId]: Pick<Layer<never>, 'title' | 'explains' | 'mark' | 'turn' | 'reasons'>;
} = { ...table, [OWN]: ownLayer };

export const layerIds = Object.keys(table) as readonly LayerId[];
