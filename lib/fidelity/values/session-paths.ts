import { commandOf, toolUse } from '../../transcript/tool-use';
import type { Message, ToolCallPart } from '../../transcript/transcript';
import { partTexts } from '../text/part-texts';
import { shellWords } from '../text/shell-files';

/** Such words may be a path, or not: `engine/rules/gate`, `read/write/execute`. */
const UNDECIDED = /^[^\s\\/:*?"'<>|=,;()]+(?:\/[^\s\\/:*?"'<>|=,;()]+){2,}$/;
const LONGEST_PATH = 500;

/**
 * [K3] What the calls of a session name as folders and files. Words with slashes between them are a path where each of them
 * is a step on the way of some path that a call names.
 */
export class SessionPaths {
  /** `rules/gate` of `/w/engine/rules/gate/a.ts`. Made when they are asked for first: few sessions need them early. */
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

/** Arguments with a blank in them are text. Of a command line the words count. */
function wordsOf(call: ToolCallPart): string[] {
  const command = toolUse(call) === 'shell' ? commandOf(call.input) : undefined;
  const words = [...partTexts(call), ...(command === undefined ? [] : shellWords(command))];
  return words.filter((word) => word.length <= LONGEST_PATH && word.includes('/') && !/\s/.test(word));
}

function stepsOf(path: string): string[] {
  const names = path.split(/[\\/=:]/).filter((name) => name !== '');
  return names.slice(1).map((name, place) => `${names[place]}/${name}`);
}
