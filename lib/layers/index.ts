import { type CollapseSettings, collapse } from './collapse/collapse';
import { type FullCompactSettings, fullCompact } from './full-compact/full-compact';
import { type MicrocompactCachedSettings, microcompactCached } from './microcompact-cached/microcompact-cached';
import { type MicrocompactCountingSettings, microcompactCounting } from './microcompact-counting/microcompact-counting';
import {
  type MicrocompactDeclarativeSettings,
  microcompactDeclarative,
} from './microcompact-declarative/microcompact-declarative';
import { type MicrocompactTimeSettings, microcompactTime } from './microcompact-time/microcompact-time';
import { type NoteExtractionSettings, noteExtraction } from './note-extraction/note-extraction';
import { type ResultBudgetSettings, resultBudget } from './result-budget/result-budget';
import { type SessionMemorySettings, sessionMemory } from './session-memory/session-memory';
import type { Layer, LayerId } from './shape/layer';
import { type SnipSettings, snip } from './snip/snip';
import { type StripMediaSettings, stripMedia } from './strip-media/strip-media';

/** The settings of each layer. */
export interface LayerSettings {
  readonly 'result-budget': ResultBudgetSettings;
  readonly snip: SnipSettings;
  readonly 'microcompact-time': MicrocompactTimeSettings;
  readonly 'microcompact-cached': MicrocompactCachedSettings;
  readonly 'microcompact-declarative': MicrocompactDeclarativeSettings;
  readonly 'microcompact-counting': MicrocompactCountingSettings;
  readonly collapse: CollapseSettings;
  readonly 'session-memory': SessionMemorySettings;
  readonly 'full-compact': FullCompactSettings;
  readonly 'note-extraction': NoteExtractionSettings;
  readonly 'strip-media': StripMediaSettings;
}

/** In the order in which they run. A new layer is one file and one line here. */
export const layers: { readonly [Id in LayerId]: Layer<LayerSettings[Id]> } = {
  'result-budget': resultBudget,
  snip,
  'microcompact-time': microcompactTime,
  'microcompact-cached': microcompactCached,
  'microcompact-declarative': microcompactDeclarative,
  'microcompact-counting': microcompactCounting,
  collapse,
  'session-memory': sessionMemory,
  'full-compact': fullCompact,
  'note-extraction': noteExtraction,
  'strip-media': stripMedia,
};
