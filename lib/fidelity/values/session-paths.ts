import { commandOf, toolUse } from '../../transcript/tool-use';
import type { Message, ToolCallPart } from '../../transcript/transcript';
import { partTexts } from '../text/part-texts';
import { shellWords } from '../text/shell-files';

/** Ambiguous words, which may be paths: `engine/rules/gate`, `read/write/execute`. */
const UNDECIDED = /^[^\s\\/:*?"'<>|=,;()]+(?:\/[^\s\\/:*?"'<>|=,;()]+){2,}$/;
const LONGEST_PATH = 500;

/**
 * [K3] The folders and files in a session's calls. Words joined by slashes are a path if each of them is a segment of
 * some path in a call.
 */
export class SessionPaths {
  /** `rules/gate` of `/w/engine/rules/gate/a.ts`. Built on demand: few sessions need them. */
  private steps: ReadonlySet<string> | undefined;

  constructor(private readonly messages: readonly Message[]) {}

  has(word: string): boolean {
    if (!word.includes('/') || !UNDECIDED.test(word)) return false;
    this.steps ??= new Set(this.messages.flatMap(stepsIn));
    const { steps } = this;
    return stepsOf(word).every((step) => steps.has(step));
  }
}

function stepsIn({ parts }: Message): string[] {
  return parts.flatMap((part) => (part.kind === 'tool-call' ? wordsOf(part).flatMap(stepsOf) : []));
}

/** Arguments with a blank are text. In a command line, the words count. */
function wordsOf(call: ToolCallPart): string[] {
  const command = toolUse(call) === 'shell' ? commandOf(call.input) : undefined;
  const words = [...partTexts(call), ...(command === undefined ? [] : shellWords(command))];
  return words.filter((word) => word.length <= LONGEST_PATH && word.includes('/') && !/\s/.test(word));
}

function stepsOf(path: string): string[] {
  const names = path.split(/[\\/=:]/).filter((name) => name !== '');
  return names.slice(1).map((name, place) => `${names[place]}/${name}`);
}
