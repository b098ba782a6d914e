import { homedir } from 'node:os';
import type { CompactionReport, Sum, WorstSession } from '../../lib/bills/compaction-report';
import { dollars } from '../../lib/series/words/format-dollars';
import type { FailedFile } from './failed-file';
import type { Paste } from './lines-to-paste';
import { plainText } from './terminal';

/** What the command answers; with `--json`, as it is printed. */
export interface CostAnswer {
  readonly highwater: 1;
  readonly since: string;
  readonly places: readonly { readonly folder: string; readonly files: number }[];
  readonly sessions: number;
  readonly unreadable: readonly string[];
  readonly unread: readonly FailedFile[];
  readonly bill: Sum;
  /** Both are null with `--quick`. */
  readonly compaction: CompactionReport | null;
  readonly paste: Paste | null;
}

/** What is known at once. */
export function billText({
  sessions,
  since,
  places,
  bill,
  unreadable,
}: Omit<CostAnswer, 'compaction' | 'paste'>): string {
  const found = places.filter(({ files }) => files > 0);
  const lines = [
    `${counted(sessions, 'session')} since ${since}, in ${found.map(({ folder }) => shortened(folder)).join(', ')}`,
    `  Cost: ${sumWords(bill, 'session')}`,
    ...(unreadable.length === 0
      ? []
      : [`  ${counted(unreadable.length, 'path')} without a session that can be read: highwater inspect says why`]),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** Four answers, for a terminal; none without replays. */
export function answersText({ compaction, paste }: CostAnswer): string {
  if (compaction === null || paste === null) return '';
  const parts = [
    whatItCost(compaction),
    worstSessions(compaction.worst),
    triedInstead(compaction),
    toPaste(paste, compaction),
  ];
  return `${parts.join('\n\n')}\n`;
}

export function shortened(path: string): string {
  const home = homedir();
  return plainText(path.startsWith(home) ? `~${path.slice(home.length)}` : path);
}

function whatItCost({ sums }: CompactionReport): string {
  const { compactions, sessions, summaries, resent, neededLater } = sums;
  if (compactions === 0) return '1. What compaction cost: nothing. No session was compacted.';
  const both = { dollars: summaries.dollars + resent.dollars, unknown: summaries.unknown };
  const isEstimated = summaries.recorded < compactions;
  return [
    `1. What compaction cost: ${sumWords(both, 'compaction')} for ${counted(compactions, 'compaction')} in ${counted(sessions, 'session')}`,
    `  Summaries: ${dollars(summaries.dollars)}, ${number(summaries.sentTokens)} tokens sent and ${number(summaries.writtenTokens)} written` +
      `${isEstimated ? ` (an estimate: ${number(compactions - summaries.recorded)} of their requests are in no file)` : ''}`,
    `  Sent again after them: ${dollars(resent.dollars)}, ${number(resent.tokens)} tokens that the cache did not have`,
    `  Lost and needed later: ${counted(neededLater, 'value')}`,
  ].join('\n');
}

function worstSessions(worst: readonly WorstSession[]): string {
  if (worst.length === 0) return '2. Worst sessions: none.';
  const rows = worst.map(({ compactionCost, compactions, neededLater, cost, lastMs, path }) =>
    [
      dollars(compactionCost).padStart(10),
      String(compactions).padStart(11),
      String(neededLater).padStart(12),
      (cost === null ? 'unknown' : dollars(cost)).padStart(10),
      `  ${lastMs === null ? 'unknown   ' : new Date(lastMs).toISOString().slice(0, 10)}  ${shortened(path)}`,
    ].join('  '),
  );
  return [
    '2. Worst sessions, by what their compactions cost',
    `${['of it'.padStart(10), 'compactions', 'needed later', 'in all'.padStart(10)].join('  ')}    last call   file`,
    ...rows,
  ].join('\n');
}

function triedInstead({ tried: { percent, sessions, leftOut, asItIs, tried } }: CompactionReport): string {
  const title = `3. What ${percent} % of the window would have cost`;
  const left = leftOut === 0 ? [] : [`  Left out: ${counted(leftOut, 'session')} that cannot be replayed or priced`];
  if (sessions === 0) return [`${title}: no session came near it.`, ...left].join('\n');
  const change = asItIs.cost === 0 ? 0 : (tried.cost / asItIs.cost - 1) * 100;
  return [
    `${title}: ${dollars(tried.cost)} instead of ${dollars(asItIs.cost)} (${change > 0 ? '+' : ''}${change.toFixed(1)} %)`,
    `  ${counted(tried.compactions, 'compaction')} instead of ${number(asItIs.compactions)}; lost and needed later: ${number(tried.neededLater)} values instead of ${number(asItIs.neededLater)}`,
    `  An estimate: both are replays of the ${counted(sessions, 'session')} that compacted or came near, under the rules of their agent. Their summaries`,
    '  are assumed to keep no value, so all that leaves the context counts as lost. All other sessions stay as they are.',
    ...left,
  ].join('\n');
}

function toPaste({ claudeCode, codex, focus }: Paste, compaction: CompactionReport): string {
  return [
    `4. To compact at ${compaction.tried.percent} %, ${verdict(compaction)}`,
    ...(claudeCode === null
      ? []
      : [
          '  Claude Code, in ~/.claude/settings.json:',
          `    ${JSON.stringify({ env: claudeCode }).slice(1, -1)}`,
          '  or in the shell:',
          `    export ${Object.entries(claudeCode)
            .map(([name, value]) => `${name}=${value}`)
            .join(' ')}`,
        ]),
    ...(codex === null ? [] : ['  Codex, in ~/.codex/config.toml, before the first [section]:', `    ${codex}`]),
    ...(focus === null ? [] : ['  To keep the rules that summaries have lost:', `    ${focus}`]),
  ].join('\n');
}

function verdict({ tried: { sessions, asItIs, tried } }: CompactionReport): string {
  if (sessions === 0) return 'which would have changed nothing';
  const price = tried.cost < asItIs.cost ? 'cheaper' : 'no cheaper';
  const loss = tried.neededLater > asItIs.neededLater ? 'losing more' : 'losing no more';
  return `which would have been ${price}, ${loss}`;
}

function sumWords({ dollars: sum, unknown }: Sum, what: string): string {
  return `${dollars(sum)}${unknown === 0 ? '' : `, without ${counted(unknown, what)} of unknown price`}`;
}

function counted(count: number, what: string): string {
  return `${number(count)} ${what}${count === 1 ? '' : 's'}`;
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
