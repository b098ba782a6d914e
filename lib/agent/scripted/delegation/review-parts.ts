import type { ErrandSight } from '../sight/errand-sight';
import { weaknessesIn } from '../sight/faults';
import { userContextIn } from '../sight/memory-in-sight';
import { call, end, grep, type Move, type PlannedCall, read, shell } from '../sight/move';
import { counted } from '../sight/quoted-lines';
import { isVisible, outputOf } from '../sight/seeing';
import { hasFailed } from '../sight/seen-files';
import { usesSince } from '../sight/sight';
import type { ToolUse } from '../sight/tool-uses';
import { failingIn, testCommand } from '../steps/step-sight';
import { type ChangedFile, changeInSight, isDiff } from './change-in-sight';
import { type Finding, faultsOf, namesCalled } from './part-faults';
import { OLDER, REVIEWED } from './words-of-agents';

/** What the review of some files came to, as soon as everything for it is in sight. */
export type Review =
  | { readonly type: 'needs'; readonly calls: readonly PlannedCall[] }
  | { readonly type: 'done'; readonly files: readonly ReviewedFile[] };

export interface ReviewedFile {
  readonly path: string;
  readonly lines: number;
  readonly added: number;
  readonly findings: readonly Finding[];
  /** Looked up, and in order. */
  readonly fine: readonly string[];
  readonly older: readonly string[];
}

/** Reads all of them at once, then looks up what they use at once. */
export function reviewOf(at: ErrandSight, paths: readonly string[]): Review {
  const { sight } = at;
  const named = paths.filter((path) => !isDiff(path));
  const diffs = paths.filter((path) => isDiff(path) && !sight.files.has(path));
  // What was put back after a compaction need not be read again.
  const reads = [...diffs, ...named.filter((path) => !isVisible(sight, path))]
    .map((path) => read(path))
    .filter((wanted) => madeUse(at, wanted) === undefined);
  if (reads.length > 0) return { type: 'needs', calls: reads };
  const change = changeInSight(sight);
  const parts = named.map((path) => change?.files.find((file) => file.path === path) ?? partOf(path));
  const looks = parts.flatMap((part) => lookUps(at, part)).map(({ wanted }) => wanted);
  const missing = looks.filter((wanted) => madeUse(at, wanted) === undefined);
  if (missing.length > 0) return { type: 'needs', calls: missing };
  return { type: 'done', files: parts.map((part) => reviewed(at, part, change !== undefined)) };
}

/** As an agent: it says nothing until it answers. */
export function reviewAsAgent(at: ErrandSight, paths: readonly string[], heeded: string): Move {
  const review = reviewOf(at, paths);
  if (review.type === 'needs') return call('', ...review.calls);
  return end([...review.files.map(wordsOf), heeded].filter((text) => text !== '').join('\n\n'));
}

function madeUse({ sight, asked }: ErrandSight, { name, input }: PlannedCall): ToolUse | undefined {
  const wanted = JSON.stringify(input);
  const use = usesSince(sight, asked.at).findLast(
    (each) => each.name === name && JSON.stringify(each.input) === wanted && each.result !== undefined,
  );
  return use?.result?.state === 'cleared' ? undefined : use;
}

function partOf(path: string): ChangedFile {
  return { path, isNew: false, added: [], removed: 0 };
}

interface LookUp {
  readonly wanted: PlannedCall;
  readonly reads: (output: string, failed: boolean) => { readonly finding?: string; readonly fine?: string };
}

function lookUps({ sight }: ErrandSight, part: ChangedFile): readonly LookUp[] {
  const text = sight.files.get(part.path)?.text ?? '';
  const names = namesCalled(part.added, text);
  const [, group] = /^tests\/\w+\/(\w+)\./.exec(part.path) ?? [];
  const tests = testCommand(sight)?.input.command;
  return [
    ...(names.length === 0 ? [] : [whereDefined(names)]),
    ...(text.includes('unread++') && !text.includes('report_unread(') ? [reportsUnread] : []),
    ...(group === undefined || typeof tests !== 'string' ? [] : [passes(`${tests} ${group}`)]),
  ];
}

function whereDefined(names: readonly string[]): LookUp {
  return {
    wanted: grep(`(function|def|func) (${names.join('|')})\\b`),
    reads: (output, failed) => {
      if (failed) return {};
      const missing = names.filter((name) => !new RegExp(`(?:function|def|func) ${name}\\b`).test(output));
      return missing.length === 0
        ? { fine: `${names.join(', ')}: each is defined.` }
        : { finding: `it calls ${missing.join(', ')}, and nothing defines that.` };
    },
  };
}

const reportsUnread: LookUp = {
  wanted: grep('report_unread'),
  reads: (output) => {
    const files = new Set(
      [...output.matchAll(/^([^:\r\n]{1,1000}):\d+:\s*report_unread\(/gm)].map(([, path = '']) => path),
    );
    return files.size === 0
      ? {}
      : {
          finding: `it counts the lines it cannot read and does not report them; ${counted(files.size, 'other file')} do.`,
        };
  },
};

function passes(command: string): LookUp {
  return {
    wanted: shell(command),
    reads: (output, failed) => {
      const failing = failingIn(output);
      if (failing.length > 0) return { finding: `\`${command}\` fails in ${failing.join(', ')}.` };
      return failed ? {} : { fine: `\`${command}\` passes.` };
    },
  };
}

function reviewed(at: ErrandSight, part: ChangedFile, isChange: boolean): ReviewedFile {
  const { sight } = at;
  const { path, added } = part;
  const use = madeUse(at, read(path));
  const file = sight.files.get(path);
  const rules = `${sight.files.get('AGENTS.md')?.text ?? ''}\n${userContextIn(sight).instructions}`;
  const unread = file === undefined || (use !== undefined && hasFailed(use));
  const text = file?.text ?? '';
  const looked = lookUps(at, part).map(({ wanted, reads }) => {
    const made = madeUse(at, wanted);
    return made === undefined ? {} : reads(outputOf(sight, made) ?? '', hasFailed(made));
  });
  const weak = weaknessesIn(text);
  const findings: readonly Finding[] = [
    ...(unread ? [{ path, what: 'it could not be read.' }] : []),
    ...faultsOf(part, rules),
    ...looked.flatMap(({ finding }) => (finding === undefined ? [] : [{ path, what: finding }])),
    ...(isChange ? [] : weak.map((what) => ({ path, what }))),
  ];
  return {
    path,
    lines: text === '' ? 0 : text.split('\n').length,
    added: added.length,
    findings,
    fine: looked.flatMap(({ fine }) => fine ?? []),
    older: isChange ? weak : [],
  };
}

export function findingWords({ path, line, what }: Finding): string {
  return `${path}${line === undefined ? '' : `:${line}`}: ${what}`;
}

function wordsOf({ path, lines, added, findings, fine, older }: ReviewedFile): string {
  const size = `${counted(lines, 'line')}${added === 0 ? '' : `, ${added} of them new`}`;
  return [
    `${REVIEWED}${path} (${size}). ${findings.length === 0 ? 'Nothing speaks against it.' : `${counted(findings.length, 'finding')}:`}`,
    ...findings.map((finding) => `- ${findingWords(finding)}`),
    ...fine.map((each) => `Looked up: ${each}`),
    ...(older.length === 0 ? [] : [OLDER, ...older.map((each) => `- ${each}`)]),
  ].join('\n');
}
