import { TextHash } from '../base/hash';
import { optional } from '../base/optional';
import type { Answer, PromptRow } from './experiment';
import { valuesOf } from './matrix';
import { type Measured, measured } from './measured';
import type { MeasureId } from './measures';

/** [V5] The same text has the same version, wherever and under whatever name it is. */
export function promptVersion({
  text,
  scratchTag = '',
}: {
  readonly text: string;
  readonly scratchTag?: string;
}): string {
  return new TextHash().add(text).add(scratchTag).digest().slice(0, 8);
}

/** The answers to one prompt by one model at one boundary, in one experiment. */
export interface VersionRun {
  readonly experiment: string;
  readonly atMs: number;
  readonly row: PromptRow;
  /** The same in every experiment: the session with its place in it. */
  readonly boundary: string;
  readonly answers: readonly Answer[];
}

/** [V5] One text of a prompt on one model, over all experiments that ran it. */
export interface VersionResult {
  readonly version: string;
  /** From 1, in the order in which the texts were first run. */
  readonly number: number;
  readonly text: string;
  readonly model: string;
  readonly firstMs: number;
  readonly experiments: number;
  readonly answers: number;
  /** Over the medians of the boundaries that all of its versions on this model have in common. */
  readonly common: Measured | undefined;
  /** Over all of its own. */
  readonly own: Measured | undefined;
}

/** A text that a prompt had. */
export interface PromptVersion {
  readonly promptId: string;
  readonly version: string;
  /** From 1, in the order in which the texts of this prompt were first run. */
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly scratchTag?: string;
  readonly firstMs: number;
}

/** [V5] The texts that experiments ran, by time. */
export function ranVersions(ran: readonly Pick<VersionRun, 'atMs' | 'row'>[]): readonly PromptVersion[] {
  const versions: PromptVersion[] = [];
  for (const { atMs, row } of [...ran].sort((a, b) => a.atMs - b.atMs)) {
    const { promptId, version, promptTitle: title, promptText: text, scratchTag } = row;
    const before = versions.filter((each) => each.promptId === promptId);
    if (before.some((each) => each.version === version)) continue;
    const number = before.length + 1;
    versions.push({ promptId, version, number, title, text, ...optional('scratchTag', scratchTag), firstMs: atMs });
  }
  return versions;
}

/** By model, then by time. */
export function promptHistory(runs: readonly VersionRun[], score: MeasureId): readonly VersionResult[] {
  const byTime = [...runs].sort((a, b) => a.atMs - b.atMs);
  const numbers = new Map(ranVersions(byTime).map(({ version, number }) => [version, number]));
  const models = [...new Set(byTime.map(({ row }) => row.model))].sort();
  return models.flatMap((model) => {
    const ofModel = byTime.filter(({ row }) => row.model === model);
    const versions = [...new Set(ofModel.map(({ row }) => row.version))];
    const medians = new Map(versions.map((version) => [version, mediansOf(ofModel, version, score)]));
    const isCommon = (boundary: string) => [...medians.values()].every((each) => each.has(boundary));
    return versions.flatMap((version): VersionResult[] => {
      const own = ofModel.filter(({ row }) => row.version === version);
      const [first] = own;
      const found = medians.get(version);
      if (first === undefined || found === undefined) return [];
      return [
        {
          version,
          number: numbers.get(version) ?? 0,
          text: first.row.promptText,
          model,
          firstMs: first.atMs,
          experiments: new Set(own.map(({ experiment }) => experiment)).size,
          answers: own.flatMap(({ answers }) => answers.filter(({ state }) => state === 'whole')).length,
          common: measured([...found].flatMap(([boundary, median]) => (isCommon(boundary) ? median : []))),
          own: measured([...found.values()]),
        },
      ];
    });
  });
}

/** By boundary. */
function mediansOf(runs: readonly VersionRun[], version: string, score: MeasureId): ReadonlyMap<string, number> {
  const answers = new Map<string, readonly Answer[]>();
  for (const run of runs) {
    if (run.row.version !== version) continue;
    answers.set(run.boundary, [...(answers.get(run.boundary) ?? []), ...run.answers]);
  }
  return new Map(
    [...answers].flatMap(([boundary, each]) => {
      const found = measured(valuesOf(each, score));
      return found === undefined ? [] : [[boundary, found.median] as const];
    }),
  );
}
