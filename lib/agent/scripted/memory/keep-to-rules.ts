import { kindOfSentence } from '../../../memory/extraction/kind-of-sentence';
import { userSentences } from '../../../memory/extraction/said-by-user';
import { type ErrandSight, having, messageOf, type Outcome } from '../sight/errand-sight';
import { memoryInSight } from '../sight/memory-in-sight';
import { call, end, type Move, type PlannedCall, read, shell } from '../sight/move';
import { isVisible } from '../sight/seeing';
import type { VisibleContext } from '../sight/sight';
import { Notes } from './notes';
import { isMarkedRefuted, type Verifying, verified } from './verified-memory';

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

interface Keeping extends Verifying {
  readonly testCommand: (sight: VisibleContext) => PlannedCall | undefined;
}

/**
 * [A6] Rules of the user about changes, from this session and from earlier ones, are kept to without being told again.
 * `done`: what was changed.
 */
export function keepToRules(
  at: ErrandSight,
  done: string,
  testCommand: (sight: VisibleContext) => PlannedCall | undefined,
): Move {
  const notes = new Notes(at);
  notes.add(done);
  const root = memoryInSight(at.sight)?.root ?? '';
  return notes.with(kept({ at, root, notes, testCommand }, standingRules(at)));
}

/** What was changed, if that was said with a later call: its result may have been cleared since. */
export function notedChange(at: ErrandSight, starts: readonly string[]): string | undefined {
  return new Notes(at).find(...starts);
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

function kept(keeping: Keeping, [rule, ...others]: readonly StandingRule[]): Move {
  const { notes } = keeping;
  if (rule === undefined) return end(reported(notes.all));
  const goOn = () => kept(keeping, others);
  const { file } = rule;
  if (file === undefined) return followed(keeping, rule.text, 'As you asked', goOn);
  const because = `As you asked in an earlier session (${file})`;
  const [checked, ran] = [notes.find(`I checked ${file}: `, `${file} was wrong: `), notes.find(`${because}, I ran `)];
  if (ran !== undefined) {
    notes.add(checked ?? '');
    notes.add(ran);
    return goOn();
  }
  return verified(keeping, file, ({ memory, isRefuted }) => {
    const [text = ''] = memory.body.split('\n');
    return isRefuted ? goOn() : followed(keeping, text, because, goOn);
  });
}

function reported([done = '', ...others]: readonly string[]): string {
  const hasRun = others.some((line) => line.includes(', I ran '));
  return [hasRun ? done.replace(/ I have not run (?:it|the tests)\.$/, '') : done, ...others].join('\n');
}

function followed({ at, notes, testCommand }: Keeping, rule: string, because: string, goOn: () => Move): Move {
  const [, named] = COMMAND.exec(rule) ?? [];
  const isTests = named === undefined && TESTS.test(rule);
  if (named === undefined && !isTests) return goOn();
  const what = named ?? 'the tests';
  const known = notes.find(`${because}, I ran ${what}: `);
  if (known !== undefined) {
    notes.add(known);
    return goOn();
  }
  const command = named === undefined ? testCommand(at.sight) : shell(named);
  if (command !== undefined) {
    const say = named === undefined ? 'I run the tests' : `I try it with ${named}`;
    return having(at, `${because}, ${say}.`, command, (outcome) => {
      notes.add(`${because}, I ran ${what}: ${lastLine(outcome)}`);
      return goOn();
    });
  }
  const [unread] = ['AGENTS.md', 'README.md'].filter((path) => !isVisible(at.sight, path) && !wasTried(at, path));
  if (unread !== undefined) {
    return call(`${because}, I run the tests. The rules or the README should say how.`, read(unread));
  }
  notes.add(`${because}, I would run the tests, but neither AGENTS.md nor README.md says how.`);
  return goOn();
}

function wasTried({ sight, asked }: ErrandSight, path: string): boolean {
  return sight.uses.some(({ at, name, input }) => at > asked.at && name === 'Read' && input.file_path === path);
}

function lastLine(outcome: Outcome): string {
  const last = messageOf(outcome).split('\n').at(-1)?.trim() ?? '';
  const what = last === '' || last === '(no output)' ? 'it printed nothing' : `“${last}”`;
  return outcome.failed ? `it failed, with ${what}.` : `${what}.`;
}
