import { createStore, type StoreApi } from 'zustand/vanilla';
import { asBoolean, asObject, asText, parseJson } from '../base/json';
import type { KeptText } from '../storage/kept-text';

export type Theme = 'system' | 'light' | 'dark';

interface Choices {
  readonly theme: Theme;
  readonly maskSecrets: boolean;
  readonly showSamples: boolean;
}

interface Preferences extends Choices {
  /** Reads what was remembered. Not done at creation: the server renders without it. */
  recall(): void;
  set(choices: Partial<Choices>): void;
}

const usual: Choices = { theme: 'system', maskSecrets: true, showSamples: true };

export function createPreferences(kept: KeptText): StoreApi<Preferences> {
  return createStore<Preferences>()((set, get) => ({
    ...usual,
    recall: () => set(parseChoices(kept.read() ?? '')),
    set: (choices) => {
      set(choices);
      const { theme, maskSecrets, showSamples } = get();
      kept.write(JSON.stringify({ theme, maskSecrets, showSamples }));
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
  };
}
