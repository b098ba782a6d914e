import { asksToStop, SEND_MESSAGE_TOOL } from '../../../agents/send-message';
import { withoutOffers } from '../requests/abilities';
import { errandIn } from '../requests/read-errand';
import { type ErrandSight, having } from '../sight/errand-sight';
import { type Answer, end, grep, type Move, type PlannedCall } from '../sight/move';
import { quotedLines } from '../sight/quoted-lines';
import type { Asked, VisibleContext } from '../sight/sight';
import { type Started, type Told, toldSince } from './agents-in-sight';
import { pathsIn } from './read-delegation';
import { reviewAsAgent } from './review-parts';

/** The next move of an agent that another one has started. `otherwise`: what the script does for a user who asks for that. */
export function workAsAgent(
  sight: VisibleContext,
  started: Started,
  otherwise: (sight: VisibleContext) => Answer | undefined,
): Answer {
  const told = toldSince(sight, started.asked.at);
  const stop = told.findLast(({ message }) => message !== undefined && asksToStop(message));
  const move = stop === undefined ? work(sight, started, told, otherwise) : stops(sight, started.asked, stop);
  if (move?.type !== 'answer') return end('There is nothing that my rules cover in this task, so I did nothing.');
  const isLast = move.calls.length === 0;
  // [O5] A fork says nothing until it answers.
  return { ...move, say: isLast ? inWords(withoutOffers(move.say)) : started.kind === 'fork' ? '' : move.say };
}

const MOST_WORDS = 500;

/** [O5] */
function inWords(text: string): string {
  const words = text.match(/(?<!\s)\s*\S+/g) ?? [];
  return words.length <= MOST_WORDS ? text : `${words.slice(0, MOST_WORDS - 1).join('')} …`;
}

function work(
  sight: VisibleContext,
  started: Started,
  told: readonly Told[],
  otherwise: (sight: VisibleContext) => Answer | undefined,
): Move | undefined {
  const asked = latestTask(sight, started.asked, told);
  const at: ErrandSight = { sight, asked };
  const [task = ''] = asked.text.split('\n\n');
  const heard = told.flatMap((each) => (each.at > asked.at && each.message !== undefined ? [each.message] : []));
  const heeded = heard.map(({ from, text }) => `Taken into account: ${from} wrote “${text}”.`).join('\n');
  // Of several parts, some may be named later.
  const paths = [
    ...pathsIn(task),
    ...pathsIn(asked.text).filter(isDiffPath),
    ...heard.flatMap(({ text }) => pathsIn(text)),
  ];
  if (REVIEWS.test(task) && paths.length > 0) return reviewAsAgent(at, withoutDiffs(sight, paths), heeded);
  const name = WHERE.exec(task)?.[1];
  if (name !== undefined && !CHANGES.test(task)) return whereIs(at, name, heeded);
  if (PLANS.test(task) || sight.system.includes('You design a change')) return plan(at, task, heeded);
  if (isReadOnly(sight) && isChange(task))
    return end('I only read, so I changed nothing. Give this to an agent that may write.');
  const alone = { ...sight, asked: { ...asked, text: task.replace(/\.$/, '') }, plan: planSince(sight, asked) };
  const move = otherwise(alone);
  if (move === undefined || move.calls.length > 0 || heeded === '') return move;
  return end(`${move.say}\n\n${heeded}`);
}

const REVIEWS = /^(?:also\s+)?(?:review|check|look (?:at|for|through)|go through|examine|inspect|read)\b/i;
const WHERE =
  /\bwhere\s+(?:is\s+|are\s+|does\s+)?(?:the\s+)?(?:function\s+|word\s+|text\s+|file\s+)?[“"`']?([\w$][\w.$-]*[\w$]|\w)[”"`']?/i;
const PLANS = /^(?:plan|design|make a plan|think about how)\b/i;
const CHANGES = /^(?:create|append|replace|move|copy|delete|rename|write|fix)\b/i;

function isDiffPath(path: string): boolean {
  return /\.(?:diff|patch)$/.test(path);
}

/** One in sight need not be read again. */
function withoutDiffs({ files }: VisibleContext, paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => !isDiffPath(path) || !files.has(path));
}

/** [O7] What it was told after its answer is a task of its own. */
function latestTask({ messages }: VisibleContext, asked: Asked, told: readonly Told[]): Asked {
  const next = told.findLast(({ at, message }) => {
    const before = messages.slice(asked.at + 1, at).findLast(({ kind }) => kind === 'reply');
    return message !== undefined && before !== undefined && !before.parts.some(({ kind }) => kind === 'tool-call');
  });
  if (next?.message === undefined) return asked;
  return { text: next.message.text, at: next.at, isNew: !messages.slice(next.at).some(({ kind }) => kind === 'reply') };
}

/** [O7] It agrees, and says how far it came. */
function stops(sight: VisibleContext, asked: Asked, { at, message }: Told): Move {
  const from = message?.from ?? 'main';
  const wanted: PlannedCall = {
    name: SEND_MESSAGE_TOOL,
    input: {
      to: from,
      summary: 'I stop',
      message: { type: 'shutdown_response', approve: true, reason: 'Nothing is half done.' },
    },
  };
  const done = sight.uses.filter((use) => use.at > asked.at && use.name !== SEND_MESSAGE_TOOL).length;
  const said = `I was asked to stop, and stopped after ${done === 1 ? '1 tool call' : `${done} tool calls`}. I changed nothing that is half done.`;
  return having({ sight, asked: { ...asked, at } }, '', wanted, () => end(said));
}

const MOST_PLACES = 20;

function whereIs(at: ErrandSight, name: string, heeded: string): Move {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return having(at, `I'll search for ${name}.`, grep(`\\b${pattern}\\b`), (outcome) => {
    if (outcome.failed) return end(`The search failed. ${outcome.text}`);
    const lines = outcome.text.split('\n').filter((line) => /^[^:\n]+:\d+:/.test(line));
    if (lines.length === 0) return end(`Nothing in /workspace contains “${name}”.`);
    const isDefined = new RegExp(`(?:function|def|func|const|class)\\s+${pattern}\\b|\\b${pattern}\\s*\\(\\)\\s*\\{`);
    const defined = lines.filter((line) => isDefined.test(line));
    const others = lines.filter((line) => !defined.includes(line));
    const files = new Set(others.map((line) => line.slice(0, line.indexOf(':')))).size;
    return end(
      [
        defined.length === 0 ? `No line defines ${name}.` : `${name} is defined here:\n${places(defined)}`,
        others.length === 0
          ? 'Nothing uses it.'
          : `${others.length === 1 ? '1 other line' : `${others.length} other lines`} in ${files === 1 ? '1 file' : `${files} files`}:\n${places(others)}`,
        heeded,
      ]
        .filter((text) => text !== '')
        .join('\n'),
    );
  });
}

function places(lines: readonly string[]): string {
  const full = lines.map((line) => (line.startsWith('/') ? line : `/workspace/${line}`));
  const more = full.length - MOST_PLACES;
  return `${quotedLines(full.slice(0, MOST_PLACES))}${more > 0 ? `\nand ${more} more.` : ''}`;
}

/** Steps of every change in a repository, with the files that have words of the task. */
function plan(at: ErrandSight, task: string, heeded: string): Move {
  const words = [...new Set(task.match(/\b[A-Za-z_]{4,}\b/g) ?? [])].filter((word) => !LITTLE.test(word)).slice(0, 6);
  if (words.length === 0) return end('The task names nothing that I could look for.');
  return having(at, "I'll search for what the task names.", grep(words.join('|')), (outcome) => {
    const counts = new Map<string, number>();
    for (const line of outcome.text.split('\n')) {
      const [, path] = /^([^:\n]+):\d+:/.exec(line) ?? [];
      if (path !== undefined) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    const files = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 5);
    if (files.length === 0)
      return end(`No file has any of the words ${words.join(', ')}, so there is nothing to plan with.`);
    return end(
      [
        `A script planned this: it found the files by the words ${words.join(', ')}, and judged nothing.`,
        '1. Read the rules of the repository, and run its tests to know what passes now.',
        ...files.map(([path], place) => `${place + 2}. Read ${path}, and change there what the task needs.`),
        `${files.length + 2}. Run the tests again.`,
        'Files that matter:',
        ...files.map(
          ([path, count]) =>
            `- ${path.startsWith('/') ? path : `/workspace/${path}`}: ${count === 1 ? '1 line' : `${count} lines`} with these words`,
        ),
        heeded,
      ]
        .filter((text) => text !== '')
        .join('\n'),
    );
  });
}

const LITTLE =
  /^(?:plan|design|make|think|about|could|would|should|that|this|with|from|into|what|which|when|change|changes)$/i;

/** [O1] */
function isReadOnly({ system }: VisibleContext): boolean {
  return system.includes('You only read.');
}

function isChange(task: string): boolean {
  const errand = errandIn(task);
  return errand !== undefined && ['create', 'append', 'replace', 'move', 'copy', 'delete'].includes(errand.type);
}

/** That of its parent is not its own. */
function planSince({ plan: known }: VisibleContext, { at }: Asked): VisibleContext['plan'] {
  return known !== undefined && known.at > at ? known : undefined;
}
