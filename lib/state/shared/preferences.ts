import { createStore, type StoreApi } from 'zustand/vanilla';
import { asBoolean, asNumber, asObject, asText, parseJson } from '../../base/json';
import type { KeptText } from '../../storage/kept-text';
import { sideColumns, widthWithin } from './column-widths';

export type Theme = 'system' | 'light' | 'dark';

interface Choices {
  readonly theme: Theme;
  readonly maskSecrets: boolean;
  readonly showSamples: boolean;
  readonly tourSeen: boolean;
  /** In sweeps. */
  readonly countsMisses: boolean;
  /** Of the side columns of the Simulate view. */
  readonly leftWidthPx: number;
  readonly rightWidthPx: number;
}

interface Preferences extends Choices {
  /** Reads stored preferences. Not done at creation, because the server renders without them. */
  recall(): void;
  set(choices: Partial<Choices>): void;
}

const { left, right } = sideColumns;

const usual: Choices = {
  theme: 'system',
  maskSecrets: true,
  showSamples: true,
  tourSeen: false,
  countsMisses: false,
  leftWidthPx: left.usual,
  rightWidthPx: right.usual,
};

export function createPreferences(kept: KeptText): StoreApi<Preferences> {
  return createStore<Preferences>()((set, get) => ({
    ...usual,
    recall: () => set(parseChoices(kept.read() ?? '')),
    set: (choices) => {
      set(choices);
      kept.write(JSON.stringify(get()));
    },
  }));
}

function parseChoices(text: string): Choices {
  const parsed = parseJson(text);
  const kept = parsed.ok ? asObject(parsed.value) : undefined;
  const theme = asText(kept?.theme);
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : usual.theme,
    maskSecrets: asBoolean(kept?.maskSecrets) ?? usual.maskSecrets,
    showSamples: asBoolean(kept?.showSamples) ?? usual.showSamples,
    tourSeen: asBoolean(kept?.tourSeen) ?? usual.tourSeen,
    countsMisses: asBoolean(kept?.countsMisses) ?? usual.countsMisses,
    leftWidthPx: widthWithin(left, asNumber(kept?.leftWidthPx) ?? usual.leftWidthPx),
    rightWidthPx: widthWithin(right, asNumber(kept?.rightWidthPx) ?? usual.rightWidthPx),
  };
}
