import { otherVariables, variablesOf } from '../../policies/claude-code/claude-code-variables';
import type { EditedSetting } from './edited-settings';

/** What the settings of one card belong to. */
export interface SettingGroup {
  readonly title: string;
  readonly explains?: string;
  /** Of the switch of a layer. */
  readonly path?: string;
}

/**
 * Settings with every word of the filter in their group's or own title, name, explanation, rule, synonyms or environment
 * variables. A number is compared with the value as well. If only the group's explanation has the words, all of its settings.
 */
export function filterSettings(
  settings: readonly EditedSetting[],
  filter: string,
  group: SettingGroup,
): readonly EditedSetting[] {
  const words = filter.trim().split(/\s+/);
  if (words[0] === '') return settings;
  const names = [group.title, ...(group.path === undefined ? [] : variablesOf(group.path))];
  const found = settings.filter((setting) => {
    const texts = [...names, ...textsOf(setting)];
    return words.every((word) => (NUMBER.test(word) ? hasNumber(setting, texts, word) : hasWord(texts, word)));
  });
  const ofGroup = [...names, group.explains ?? ''];
  const isGroupMeant = found.length === 0 && words.every((word) => !NUMBER.test(word) && hasWord(ofGroup, word));
  return isGroupMeant ? settings : found;
}

/** Why a variable of Claude Code has no setting. */
export function whyNoSetting(filter: string): string | undefined {
  const name = filter.trim().toUpperCase();
  const because = otherVariables.get(name);
  return because === undefined ? undefined : `${name} is no setting of a policy: ${because}.`;
}

const NUMBER = /^(?=[.,]*\d)[\d.,]*[k%]?$/i;

function textsOf({ path, title, spec, value }: EditedSetting): readonly string[] {
  const unit = 'unit' in spec ? [spec.unit, ...(spec.unit === 'share' ? ['percent'] : [])] : [];
  const chosen = spec.type === 'choice' ? [String(value), spec.options[String(value)] ?? ''] : [];
  const rows = typeof value === 'object' ? Object.keys(value) : [];
  const { explains, rule, synonyms = [] } = spec;
  return [path, title, explains, rule, ...unit, ...chosen, ...rows, ...synonyms, ...variablesOf(path)];
}

/** In any case, and with or without separators: `auto_compact` is `autocompact`. */
function hasWord(texts: readonly string[], word: string): boolean {
  const plain = word.toLowerCase();
  const joined = withoutSeparators(plain);
  return texts.some((text) => {
    const lower = text.toLowerCase();
    return lower.includes(plain) || (joined !== '' && withoutSeparators(lower).includes(joined));
  });
}

function withoutSeparators(text: string): string {
  return text.replace(/[-_.]/g, '');
}

/** 60 is the value 60, the share 0.6, or the word “60”, but not a part of 160,000. */
function hasNumber({ spec, value }: EditedSetting, texts: readonly string[], word: string): boolean {
  const wanted = numberIn(word);
  const values = typeof value === 'object' ? Object.values(value) : [value];
  const isShare = 'unit' in spec && spec.unit === 'share';
  const isValue = values.some(
    (each) => typeof each === 'number' && (each === wanted || (isShare && Math.abs(each * 100 - wanted) < 1e-9)),
  );
  if (isValue) return true;
  return texts.some((text) => (text.match(/\d[\d,.]*/g) ?? []).some((number) => numberIn(number) === wanted));
}

/** `167,000`, `167000` and `167k` are the same. */
function numberIn(text: string): number {
  const thousands = /k$/i.test(text) ? 1_000 : 1;
  return Number.parseFloat(text.replace(/[,k%]/gi, '')) * thousands;
}
