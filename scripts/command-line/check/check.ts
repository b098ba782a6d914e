import { writeFile } from 'node:fs/promises';
import type { Failure } from '../../../lib/base/failure';
import { fail, ok, type Result } from '../../../lib/base/result';
import { checkReport } from '../../../lib/rows/gate/check-report';
import { type Condition, parseCondition } from '../../../lib/rows/gate/condition';
import { FoldedRows, KnownFiles } from '../../../lib/rows/gate/folded-rows';
import { SessionPairs } from '../../../lib/rows/gate/session-pairs';
import { namedPolicy, type RowPolicy } from '../../../lib/rows/row-policy';
import { ENGINE_VERSION, type RowCounts } from '../../../lib/rows/session-row';
import { sessionJobs } from '../../rows/session-jobs';
import { compactorOptions } from '../compactor-options';
import type { FailedFile } from '../failed-file';
import { fromWhereTheUserIs } from '../file-source';
import { jsonLine } from '../json-line';
import { couldNotWrite } from '../output';
import { parseWords, wrongWords } from '../parse-words';
import { policyOptions } from '../policy-options';
import { sayFailures } from '../replay/replay';
import { readOutsidePolicy, readRowPolicy } from '../replay/replayed-policies';
import { type Place, placeOptions, readPlace, rowsOfJobs } from '../replay/rows-of-paths';
import { complain, say, sayJson } from '../terminal';
import { checkJson } from './check-json';
import { checkJunit } from './check-junit';
import { checkMarkdown } from './check-markdown';
import { checkText } from './check-text';
import { type CheckTexts, exitCodeOf } from './check-words';
import { type Baseline, readBaseline } from './read-baseline';

interface Options {
  readonly paths: readonly string[];
  readonly policy: RowPolicy;
  readonly baseline: Baseline;
  readonly conditions: readonly Condition[];
  readonly counts: RowCounts;
  readonly place: Place;
  readonly junit: string | undefined;
  readonly markdown: string | undefined;
  readonly isJson: boolean;
}

/**
 * `highwater check PATHS… --policy A --baseline B --fail-if 'cost > +5%'`: whether a policy is worse than another by more
 * than is allowed. Returns the exit code: 0 if it is not, 1 if it is, 2 if that is unknown.
 */
export async function check(words: readonly string[]): Promise<number> {
  const options = await readOptions(words);
  if (!options.ok) return wrongWords('check', options.error);
  const { paths, junit, markdown, isJson } = options.value;
  const rows = await comparedRows(options.value);
  if (!rows.ok) return sayFailure(rows.error, isJson);
  const { pairs, known, unread } = rows.value;
  const report = checkReport(pairs, options.value.conditions);
  if (pairs.length === 0)
    return sayFailure(
      couldNot(paths, 'none of their sessions is in the baseline', 'Make it from the same files.'),
      isJson,
      unread,
    );
  const texts: CheckTexts = {
    report,
    policy: options.value.policy.name,
    baseline: nameOfBaseline(options.value.baseline),
    engine: ENGINE_VERSION,
    unread,
    // By its file, never by its title: that is what somebody has typed, and a report may be public.
    nameOf: ({ hash, place }) => (place === 0 ? known.nameOf(hash) : `${known.nameOf(hash)}, session ${place + 1}`),
  };
  if (isJson) sayJson(jsonLine(checkJson(texts)));
  else say(checkText(texts));
  const isWritten = [await write(junit, () => checkJunit(texts)), await write(markdown, () => checkMarkdown(texts))];
  return isWritten.every(Boolean) ? exitCodeOf(report) : 2;
}

async function readOptions(words: readonly string[]): Promise<Result<Options>> {
  const parsed = parseWords(words, {
    ...policyOptions,
    ...placeOptions,
    ...compactorOptions,
    policy: { type: 'string' },
    baseline: { type: 'string' },
    'baseline-policy': { type: 'string' },
    'fail-if': { type: 'string', multiple: true, default: [] },
    losses: { type: 'boolean', default: false },
    junit: { type: 'string' },
    markdown: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals: paths } = parsed.value;
  if (paths.length === 0) return fail('specify at least one file or folder');
  if (values.policy === undefined) return fail('specify the policy to check: --policy ID-OR-FILE');
  if (values.baseline === undefined) return fail('specify what to compare it with: --baseline ID-OR-FILE');
  if (values['fail-if'].length === 0) return fail("specify when it fails, such as --fail-if 'cost > +5%'");
  const conditions: Condition[] = [];
  for (const given of values['fail-if']) {
    const condition = parseCondition(given);
    if (!condition.ok) return fail(`--fail-if: ${condition.error}`);
    conditions.push(condition.value);
  }
  const policy = readRowPolicy(values.policy, values);
  if (!policy.ok) return policy;
  const baseline = await readBaseline(values.baseline, values['baseline-policy'], values);
  if (!baseline.ok) return baseline;
  const place = readPlace(values, paths);
  if (!place.ok) return place;
  const outside = readOutsidePolicy(values, place.value, policy.value);
  if (!outside.ok) return outside;
  const losses = values.losses || conditions.some(({ measure }) => measure === 'neededLater');
  if (losses && baseline.value.type === 'rows' && !baseline.value.header.counts.losses)
    return fail(
      `the baseline "${values.baseline}" does not count losses; make it again with highwater replay … --losses`,
    );
  return ok({
    paths,
    policy: outside.value ?? policy.value,
    baseline: baseline.value,
    conditions,
    counts: { losses, error: false },
    place: place.value,
    junit: values.junit,
    markdown: values.markdown,
    isJson: values.json,
  });
}

interface ComparedRows {
  readonly pairs: SessionPairs;
  readonly known: KnownFiles;
  readonly unread: readonly FailedFile[];
}

/** Of each row, the numbers are kept, and of those without any, what is said of them. */
async function comparedRows({ paths, policy, baseline, counts, place }: Options) {
  const jobs = await sessionJobs(paths);
  if (jobs.length === 0)
    return fail(couldNot(paths, 'no files found', 'Specify files of sessions, or a folder with some.'));
  const { hash } = namedPolicy(policy);
  const baselineHash = baseline.type === 'rows' ? undefined : namedPolicy(baseline.policy).hash;
  // The same settings under another name are the same work.
  const isComputed = baseline.type === 'policy' && baselineHash !== hash;
  const policies = isComputed ? [baseline.policy, policy] : [policy];
  const computed = await rowsOfJobs(jobs, { policies, counts }, place);
  if (!computed.ok) return computed;
  const known = baseline.type === 'rows' ? baseline.known : new KnownFiles();
  const ours = new FoldedRows(known);
  const theirs = baseline.type === 'rows' ? baseline.rows : new FoldedRows(known);
  const unread = new Map<string, FailedFile>();
  let failing = '';
  for (const row of computed.value.rows()) {
    const { file, session, failure, policy: under } = row;
    known.name(session.hash, file);
    if (under.hash === hash) ours.add(row);
    if (under.hash === baselineHash) theirs.add(row);
    if (failure === null) continue;
    if (session.format === 'unknown') unread.set(file, { file, error: failure });
    // Those of a file follow each other, one for every policy.
    const said = `${failure.what} ${failure.advice}`;
    if (said !== failing) sayFailures([row]);
    failing = said;
  }
  computed.value.close();
  return ok<ComparedRows>({ pairs: new SessionPairs(known, ours, theirs), known, unread: [...unread.values()] });
}

function nameOfBaseline(baseline: Baseline): string {
  return baseline.type === 'rows' ? baseline.name : baseline.policy.name;
}

function couldNot(paths: readonly string[], why: string, advice: string): Failure {
  return { what: `Could not check ${paths.map((path) => `"${path}"`).join(', ')}: ${why}.`, advice };
}

function sayFailure(error: Failure, isJson: boolean, unread: readonly FailedFile[] = []): number {
  complain(`${error.what} ${error.advice}\n`);
  if (isJson) sayJson(jsonLine({ check: 'error', error, unread }));
  return 2;
}

async function write(path: string | undefined, text: () => string): Promise<boolean> {
  if (path === undefined) return true;
  try {
    await writeFile(fromWhereTheUserIs(path), text());
    return true;
  } catch {
    complain(`${couldNotWrite(path)}\n`);
    return false;
  }
}
