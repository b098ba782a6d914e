import { kindOfSentence } from '../../../memory/extraction/kind-of-sentence';
import { userSentences } from '../../../memory/extraction/said-by-user';
import { type ErrandSight, having, messageOf, type Outcome } from '../sight/errand-sight';
import { memoryInSight } from '../sight/memory-in-sight';
import { call, end, type Move, type PlannedCall, read, shell } from '../sight/move';
import { isVisible } from '../sight/seeing';
import type { VisibleContext } from '../sight/sight';
import { isMarkedRefuted, verified } from './verified-memory';

/** What to do after a file was changed. */
interface StandingRule {
  readonly text: string;
  /** Undefined if the user said it in this session. */
  readonly file: string | undefined;
}

const AFTER_CHANGES =
  /\b(?:after|whenever|every time|each time|when|once)\b.{0,40}\bchang\w*|\b(?:try|check|test|verify)\b(?: out)? (?:a|any|each|every|the|your) change/i;
/** Plain words: they are run. */
const COMMAND = /`(sh [\w./-]+(?: [\w./-]+)*)`/;
const TESTS = /\b(?:run|start) (?:all )?(?:the |our )?tests?\b/i;

/** [A6] Rules of the user about changes, from this session and from earlier ones, are kept to without being told again. */
export function keepToRules(
  at: ErrandSight,
  done: string,
  testCommand: (sight: VisibleContext) => PlannedCall | undefined,
): Move {
  return kept({ at, testCommand, root: memoryInSight(at.sight)?.root ?? '' }, standingRules(at), [done]);
}

interface Keeping {
  readonly at: ErrandSight;
  readonly root: string;
  readonly testCommand: (sight: VisibleContext) => PlannedCall | undefined;
}

function standingRules({ sight, asked }: ErrandSight): readonly StandingRule[] {
  const memory = memoryInSight(sight);
  if (memory === undefined) return [];
  const earlier = [...sight.messages.keys()].filter((message) => message < asked.at);
  const said = [...userSentences(sight.messages, earlier)]
    .filter(({ text }) => AFTER_CHANGES.test(text) && kindOfSentence(text) === 'feedback')
    .map(({ text }) => ({ text, file: undefined }));
  const remembered = [...memory.index.map(({ file, says }) => ({ text: says, file })), ...memory.recalled];
  const files = new Set<string>();
  const others = remembered.flatMap(({ text, file }): StandingRule[] => {
    if (!AFTER_CHANGES.test(text) || isMarkedRefuted(text) || files.has(file)) return [];
    files.add(file);
    return [{ text, file }];
  });
  return [...said, ...others];
}

function kept(keeping: Keeping, [rule, ...others]: readonly StandingRule[], lines: readonly string[]): Move {
  if (rule === undefined) return end(reported(lines));
  const goOn = (...more: readonly string[]) => kept(keeping, others, [...lines, ...more.filter((line) => line !== '')]);
  const { file } = rule;
  if (file === undefined) return followed(keeping, rule.text, 'As you asked', goOn);
  return verified(keeping.at, keeping.root, file, ({ memory, says, isRefuted }) => {
    if (isRefuted) return goOn(says);
    const [text = ''] = memory.body.split('\n');
    return followed(keeping, text, `As you asked in an earlier session (${file})`, (...more) => goOn(says, ...more));
  });
}

function reported([done = '', ...others]: readonly string[]): string {
  const hasRun = others.some((line) => line.includes(', I ran '));
  return [hasRun ? done.replace(/ I have not run (?:it|the tests)\.$/, '') : done, ...others].join('\n');
}

function followed(
  { at, testCommand }: Keeping,
  rule: string,
  because: string,
  then: (...lines: readonly string[]) => Move,
): Move {
  const [, named] = COMMAND.exec(rule) ?? [];
  if (named !== undefined) {
    return having(at, `${because}, I try it with ${named}.`, shell(named), (outcome) =>
      then(`${because}, I ran ${named}: ${lastLine(outcome)}`),
    );
  }
  if (!TESTS.test(rule)) return then();
  const command = testCommand(at.sight);
  if (command !== undefined) {
    return having(at, `${because}, I run the tests.`, command, (outcome) =>
      then(`${because}, I ran the tests: ${lastLine(outcome)}`),
    );
  }
  const [unread] = ['AGENTS.md', 'README.md'].filter((path) => !isVisible(at.sight, path) && !wasTried(at, path));
  if (unread === undefined)
    return then(`${because}, I would run the tests, but neither AGENTS.md nor README.md says how.`);
  return call(`${because}, I run the tests. The rules or the README should say how.`, read(unread));
}

function wasTried({ sight, asked }: ErrandSight, path: string): boolean {
  return sight.uses.some(({ at, name, input }) => at > asked.at && name === 'Read' && input.file_path === path);
}

function lastLine(outcome: Outcome): string {
  const last = messageOf(outcome).split('\n').at(-1)?.trim() ?? '';
  const what = last === '' || last === '(no output)' ? 'it printed nothing' : `“${last}”`;
  return outcome.failed ? `it failed, with ${what}.` : `${what}.`;
}
