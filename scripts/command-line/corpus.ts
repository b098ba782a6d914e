import { fail, ok } from '../../lib/base/result';
import { writeCorpus } from '../corpus/write-corpus';
import { fromWhereTheUserIs } from './file-source';
import { jsonLine } from './json-line';
import { parseWords, wrongWords } from './parse-words';
import { progressLine } from './progress-line';
import { complain, say, sayJson } from './terminal';

/** `highwater corpus DIR`. Returns the exit code. */
export async function corpus(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (!options.ok) return wrongWords('corpus', options.error);
  const { folder, json, ...plan } = options.value;
  const progress = progressLine(process.stderr, plan.sessions, 'sessions');
  try {
    const { files, bytes } = writeCorpus(folder, plan, () => progress.add(1));
    progress.clear();
    if (json) sayJson(jsonLine({ folder, sessions: plan.sessions, files, bytes }));
    else say(`Wrote ${plan.sessions} sessions (${files} files, ${bytes} bytes) to ${folder}\n`);
    return 0;
  } catch (error) {
    progress.clear();
    const why = error instanceof Error ? error.message : String(error);
    complain(`Could not write to "${folder}": ${why}. Check that it is a folder you may write to.\n`);
    return 1;
  }
}

function readOptions(words: readonly string[]) {
  const parsed = parseWords(words, {
    sessions: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '4-150' },
    codex: { type: 'string', default: '25' },
    until: { type: 'string', default: '2026-05-31' },
    json: { type: 'boolean', default: false },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) return fail('specify one folder to write to');
  const sessions = wholeNumber(values.sessions);
  if (sessions === undefined) return fail(`--sessions takes a whole number, not "${values.sessions}"`);
  const [, fewest, most = fewest] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(values.calls) ?? [];
  const calls = [Number(fewest), Number(most)] as const;
  if (!(calls[0] >= 1 && calls[1] >= calls[0]))
    return fail(`--calls takes numbers such as 40 or 4-150, not "${values.calls}"`);
  const percent = wholeNumber(values.codex);
  if (percent === undefined || percent > 100) return fail(`--codex takes a percentage, not "${values.codex}"`);
  const untilMs = Date.parse(values.until);
  if (Number.isNaN(untilMs)) return fail(`--until takes a date such as 2026-05-31, not "${values.until}"`);
  const { seed, json } = values;
  return ok({ folder: fromWhereTheUserIs(folder), sessions, seed, calls, codexShare: percent / 100, untilMs, json });
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
