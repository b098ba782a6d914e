import * as v from 'valibot';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { parseJson } from '../../base/json';
import { flag, goodOr, listOf, number, object, oneOf, type Parsed, parseBy, text } from '../../base/schema';
import type { KeptText } from '../../storage/kept-text';
import { paneSizes, type SizeLimits, sizeWithin } from './pane-sizes';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const { left, right, chart } = paneSizes;

/** Each by itself: what an older version has not remembered, or nobody understands, is as usual. */
const schema = object({
  theme: goodOr(oneOf(themes), 'system'),
  maskSecrets: goodOr(flag, true),
  showSamples: goodOr(flag, true),
  tourSeen: goodOr(flag, false),
  /** Ids of those that the user has seen to the end. */
  lessonsDone: goodOr(listOf(text), []),
  /** In sweeps. */
  countsMisses: goodOr(flag, false),
  /** Beside settings and numbers. */
  showsRules: goodOr(flag, false),
  /** Of a policy, instead of the main ones. */
  showsAllSettings: goodOr(flag, false),
  /** The models of the OpenAI-compatible server: nothing else says so. */
  openaiIsFree: goodOr(flag, false),
  /** Of the panes of the Simulate view. */
  leftWidthPx: goodOr(sizeOf(left), left.usual),
  rightWidthPx: goodOr(sizeOf(right), right.usual),
  chartHeightPx: goodOr(v.nullable(sizeOf(chart)), chart.usual),
});

type Choices = Parsed<typeof schema>;

const usual: Choices = v.parse(schema, {});

interface Preferences extends Choices {
  /** Reads stored preferences. Not done at creation, because the server renders without them. */
  recall(): void;
  set(choices: Partial<Choices>): void;
}

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
  const json = parseJson(text);
  const choices = parseBy(schema, json.ok ? json.value : {});
  return choices.ok ? choices.value : usual;
}

function sizeOf(limits: SizeLimits) {
  return v.pipe(
    number,
    v.transform((size) => sizeWithin(limits, size)),
  );
}
