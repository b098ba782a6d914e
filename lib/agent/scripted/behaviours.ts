import { asText } from '../../base/json';
import { doErrand } from './errands/do-errand';
import { keepToRules, notedChange } from './memory/keep-to-rules';
import { toldIn } from './memory/told';
import { refusal } from './requests/abilities';
import { leftOverIn, meaningOf } from './requests/meaning-of';
import { call, end, finish, type Move, read } from './sight/move';
import {
  mendedPlan,
  PLAN_FILE,
  readPlan,
  resumedPlan,
  startPlan,
  stepUnderWay,
  taskLine,
  timesResumed,
  withoutResumed,
} from './sight/plan';
import { isVisible, newest, toSee } from './sight/seeing';
import { hasFailed } from './sight/seen-files';
import { type Asked, usesSince, type VisibleContext } from './sight/sight';
import { pathOf, type ToolUse, textOf } from './sight/tool-uses';
import { answerQuestion, isAnswered } from './steps/answer-question';
import { LIST_ALL, testCommand } from './steps/step-sight';
import { CHANGELOG, LEARN, LEFT_OUT, listStep, MANUAL, RUN_TESTS, stepWords } from './steps/step-words';
import { steps } from './steps/steps';

interface Behaviour {
  readonly does: string;
  /** The next move; undefined if it is another behaviour's turn. */
  readonly next: (sight: VisibleContext) => Move | undefined;
}

/** The first one with a move makes it. They only know what is in sight. */
export const behaviours: readonly Behaviour[] = [
  { does: 'stops when it makes no progress', next: stopInCircles },
  { does: 'does an errand at once', next: runErrand },
  { does: 'answers a question', next: answerQuestion },
  { does: 'takes to heart what it is told', next: takeToHeart },
  { does: 'refuses what it cannot do', next: refuse },
  { does: 'plans the requested work', next: planNew },
  { does: 'rereads a file after a failed edit', next: lookAgain },
  { does: 'recovers the plan when it is out of sight', next: findPlace },
  { does: 'restores the plan file after someone changed it', next: mendPlan },
  { does: 'continues the current step', next: workOnStep },
  { does: 'reports the outcome', next: sumUp },
];

const MAX_TIMES = 4;
const MAX_RESUMED = 3;
const LOST = "I've lost track of where I was. Let me check the plan in PLAN.md.";

/** The same step repeats: what it needs does not stay in sight long enough. */
function stopInCircles(sight: VisibleContext): Move | undefined {
  const start = Math.max(sight.plan?.at ?? 0, sight.asked?.at ?? 0);
  const rounds = new Map<number, readonly unknown[]>();
  for (const { at, name, input } of usesSince(sight, start)) rounds.set(at, [...(rounds.get(at) ?? []), [name, input]]);
  const times = new Map<string, number>();
  for (const round of rounds.values()) times.set(JSON.stringify(round), (times.get(JSON.stringify(round)) ?? 0) + 1);
  if (Math.max(0, ...times.values()) < MAX_TIMES) return undefined;
  const isPlanned = sight.asked === undefined || !isAside(sight.asked);
  if (isPlanned && sight.plan !== undefined && stepUnderWay(sight.plan) !== undefined) return finish(LEFT_OUT);
  return end("I'm going in circles without learning anything new, so I'll stop here. Tell me what to try instead.");
}

function isAside({ text }: Asked): boolean {
  const { type } = meaningOf(text);
  return type === 'errand' || type === 'question';
}

function runErrand(sight: VisibleContext): Move | undefined {
  const { asked } = sight;
  const meaning = asked === undefined ? undefined : meaningOf(asked.text);
  if (asked === undefined || meaning?.type !== 'errand' || isAnswered(sight, asked)) return undefined;
  const at = { sight, asked };
  const isChange = CHANGES.has(meaning.errand.type);
  const noted = isChange ? notedChange(at, CHANGED) : undefined;
  if (noted !== undefined) return keepToRules(at, noted, testCommand);
  const move = doErrand(at, meaning.errand);
  const isDone = move.type === 'answer' && move.calls.length === 0;
  const hasChanged = isChange && isDone && CHANGED.some((start) => move.say.startsWith(start));
  return hasChanged ? keepToRules(at, move.say, testCommand) : move;
}

const CHANGES: ReadonlySet<string> = new Set(['create', 'append', 'replace', 'move', 'copy', 'delete']);
const CHANGED = ['Created ', 'Overwrote ', 'Appended ', 'Replaced ', 'Renamed ', 'Copied ', 'Deleted '];

/** Only where it is remembered: otherwise it would be forgotten with this session. */
function takeToHeart(sight: VisibleContext): Move | undefined {
  const { asked } = sight;
  if (asked?.isNew !== true || meaningOf(asked.text).type !== 'unknown') return undefined;
  const kinds = toldIn(sight, asked);
  if (kinds.length === 0 || kinds.includes(undefined)) return undefined;
  return end(kinds.includes('feedback') ? "Understood. I'll keep to that." : 'Good to know. Thank you.');
}

function refuse({ asked, plan }: VisibleContext): Move | undefined {
  if (asked?.isNew !== true || meaningOf(asked.text).type !== 'unknown') return undefined;
  const why = 'It follows fixed rules for English prompts, and they do not cover this.';
  const isOpen = plan !== undefined && stepUnderWay(plan) !== undefined;
  return end(isOpen ? refusal(`${why} The plan is unfinished: “go on” continues it.`, 'go on') : refusal(why));
}

/** A file may only be changed as it was seen, and the visible copy may be old. */
function lookAgain(sight: VisibleContext): Move | undefined {
  const last = sight.uses.at(-1)?.at;
  const refused = sight.uses.find((use) => use.at === last && isChange(use) && hasFailed(use));
  const path = refused === undefined ? undefined : pathOf(refused);
  return path === undefined
    ? undefined
    : call(`${path} has changed since I last read it. Let me read it again.`, read(path));
}

function isChange({ name }: ToolUse): boolean {
  return name === 'Edit' || name === 'Write';
}

function planNew(sight: VisibleContext): Move | undefined {
  return sight.asked?.isNew === true ? planFor(sight, sight.asked.text) : undefined;
}

/** Undefined while the existing plan is followed. */
function planFor(sight: VisibleContext, asked: string): Move | undefined {
  const plan = (say: string, ...steps: string[]) => {
    const unseen = ['AGENTS.md', 'README.md'].filter((path) => !isVisible(sight, path));
    return startPlan(withoutRest(say, asked), asked, [LEARN, ...steps], LIST_ALL, ...unseen.map((path) => read(path)));
  };
  switch (meaningOf(asked).type) {
    case 'go-on': {
      if (sight.plan === undefined || stepUnderWay(sight.plan) !== undefined) return undefined;
      const round = 1 + Math.max(0, ...sight.plan.tasks.map(({ text }) => stepWords(text).round));
      return plan(`I'll start round ${round} of the review.`, listStep(round));
    }
    case 'review':
      return plan("I'll start by planning the work and looking around.", listStep(1));
    case 'fix-and-review':
      return plan(
        "I'll fix the tests first and then review every file. Let me write down a plan and look around.",
        MANUAL,
        RUN_TESTS,
        listStep(1),
      );
    case 'fix':
      return plan("I'll start by planning the work and looking around.", MANUAL, RUN_TESTS);
    case 'question':
    case 'errand':
    case 'unknown':
      return undefined;
  }
}

/** What it will not do is said before the work, too. */
function withoutRest(say: string, asked: string): string {
  const left = leftOverIn(asked).filter((clause) => !CHANGES_LOG.test(clause));
  return left.length === 0
    ? say
    : `${say} The script cannot do this: ${left.map((clause) => `“${clause}”`).join(', ')}.`;
}

const CHANGES_LOG = /\bchange ?log\b/i;

function findPlace(sight: VisibleContext): Move | undefined {
  const { plan, asked } = sight;
  if (plan !== undefined) return undefined;
  const use = newest(sight, 'Read', PLAN_FILE);
  const text = use === undefined ? undefined : textOf(use);
  if (use !== undefined && hasFailed(use)) return planFor(sight, asked?.text ?? '') ?? end(noPlan(asked));
  // A restored plan is as it was read last, and it has changed since.
  if (text === undefined) {
    const isBeginning = sight.summary === undefined && sight.uses.length === 0;
    return call(isBeginning ? 'There may be a plan in PLAN.md. Let me look.' : LOST, read(PLAN_FILE));
  }
  const written = sight.files.get(PLAN_FILE)?.text ?? '';
  const file = readPlan(written);
  const under = file.tasks.find(({ status }) => status === 'in-progress');
  if (under !== undefined && timesResumed(under.text) >= MAX_LOST && asked?.isNew !== true)
    return end(tooSmall(under.text));
  if (under !== undefined)
    return call(`According to the plan, I'm on this step: ${under.text}.`, ...resumedPlan(written));
  const isOther = asked !== undefined && isWork(asked) && taskLine(asked.text) !== file.task;
  const other = isOther ? planFor({ ...sight, plan: { tasks: file.tasks, at: 0 } }, asked.text) : undefined;
  return other ?? call('According to the plan, everything is done.', ...resumedPlan(written));
}

/** No step is ever finished: what it needs does not fit between two compactions. */
const MAX_LOST = 8;

function tooSmall(step: string): string {
  return [
    `After ${timesResumed(step)} compactions I am still on the same step: ${withoutResumed(step)}.`,
    'What I need for it does not stay in the context, so I’ll stop here.',
    'Choose a larger window or a higher threshold in the Policy tab, and say “go on”.',
  ].join(' ');
}

function noPlan(asked: Asked | undefined): string {
  return asked === undefined
    ? 'Your request is no longer in my context, and there is no plan in PLAN.md. Send it again.'
    : refusal('There is no plan to continue: PLAN.md does not exist.');
}

function isWork({ text }: Asked): boolean {
  return ['fix', 'review', 'fix-and-review'].includes(meaningOf(text).type);
}

/** Its file could not be changed with the list, and has been read since. */
function mendPlan(sight: VisibleContext): Move | undefined {
  const change = sight.uses.findLast((use) => isChange(use) && pathOf(use) === PLAN_FILE);
  if (sight.plan === undefined || change === undefined || !hasFailed(change)) return undefined;
  // What could not be written is only remembered in the list.
  const known = [sight.files.get(PLAN_FILE)?.text, asText(change.input.new_string)].filter(
    (text) => text !== undefined,
  );
  return call(
    "Someone else has changed PLAN.md. I'll write down where I am.",
    mendedPlan(known.join('\n'), sight.plan),
  );
}

function workOnStep(sight: VisibleContext): Move | undefined {
  const step = sight.plan === undefined ? undefined : stepUnderWay(sight.plan)?.text;
  if (step === undefined) return undefined;
  const doing = steps.find(({ words }) => words.test(step));
  if (timesResumed(step) >= MAX_RESUMED) return finish(LEFT_OUT);
  return doing?.next(sight, step) ?? finish("I don't know how to do this.");
}

function sumUp(sight: VisibleContext): Move | undefined {
  const missing = toSee(sight, "Everything is done. I'll look up my findings.", PLAN_FILE);
  if (missing !== undefined) return missing;
  const plan = sight.files.get(PLAN_FILE)?.text ?? '';
  const isLogged = plan.includes(`- [x] ${CHANGELOG}`);
  const asked = sight.asked === undefined ? [] : leftOverIn(sight.asked.text);
  const left = asked.filter((clause) => !isLogged || !CHANGES_LOG.test(clause));
  const undone = left.map((clause) => `- Not done, because the script cannot do it: “${clause}”.`);
  return end([reportOf(plan), ...undone].join('\n'));
}

/** The final report for the user, from the findings in the plan. */
function reportOf(plan: string): string {
  const found = (step: RegExp) =>
    [...plan.matchAll(/^- \[x\] (.*)\n {2}(.*)$/gm)].flatMap(([, words = '', what = '']) =>
      step.test(words) && what !== LEFT_OUT ? what : [],
    );
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['What was wrong', found(/^Find out why /)],
    ['What I did', found(/^(?:Fix|Update) /)],
    ['How I verified it', found(/^Run the tests/).slice(-1)],
    ['What I reviewed', [...new Set(found(/^Review /))]],
  ];
  const lines = parts.flatMap(([title, all]) => all.map((what) => `- ${title}: ${what}`));
  const tests = found(/^Run the tests/).at(-1);
  const isSeen = tests === undefined || /\btests pass\b/.test(tests);
  const skipped = plan.split('\n').filter((line) => line.trim() === LEFT_OUT).length;
  const first = skipped > 0 ? withSkipped(skipped) : isSeen ? 'Everything in the plan is done.' : UNSEEN;
  return [first, ...lines].join('\n');
}

function withSkipped(steps: number): string {
  const which = steps === 1 ? 'one step: what it needs does' : `${steps} steps: what they need does`;
  return `I've reached the end of the plan, but skipped ${which} not stay in the context.`;
}

const UNSEEN = "I've reached the end of the plan, but I haven't seen the tests pass.";
