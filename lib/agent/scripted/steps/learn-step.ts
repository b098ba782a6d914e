import { call, finish, type Move } from '../sight/move';
import type { VisibleContext } from '../sight/sight';
import { knownFiles, LIST_ALL, madeInStep, testCommand, toRead } from './step-sight';

const MAX_RULES = 6;

/** The plan gets what is needed repeatedly: the rules, how to run the tests, and the list of files. */
export function learn(sight: VisibleContext): Move {
  const unread = toRead(sight, "I'll read the rules and the README first.", 'AGENTS.md', 'README.md');
  const list = madeInStep(sight, LIST_ALL);
  if (unread === undefined && (list === undefined || list.result?.state === 'cleared')) {
    return call("Let's see which files there are.", LIST_ALL);
  }
  const found = `${rulesIn(sight)}Tests: ${commandWords(sight)}. Files: ${knownFiles(sight).join(', ')}`;
  return unread ?? finish(found, [], 'I now know the rules, how to run the tests, and which files there are.');
}

function rulesIn({ files }: VisibleContext): string {
  const text = files.get('AGENTS.md')?.text ?? '';
  const lines = text.match(/^[-*] .*\b(?:never|always|must|do not|only|before)\b.*$/gim) ?? [];
  return lines
    .slice(0, MAX_RULES)
    .map((line) => `${line.replace(/^[-*] /, '').trim()} `)
    .join('');
}

/** Quoted as in the files, so that the model notices when they are out of sight. */
function commandWords(sight: VisibleContext): string {
  const command = testCommand(sight)?.input.command;
  return typeof command === 'string' ? `\`${command}\`` : 'none found';
}
