import { fail, ok, type Result } from '../../base/result';
import type { TextRange } from '../../fidelity/text/text-range';
import type { Message, MessageId, ToolCallId } from '../../transcript/transcript';
import { isMemoryType, type MemoryType } from '../files/memory-type';

/** What a person would remember of a prompt. */
export interface PlantedFact extends TextRange {
  readonly message: number;
  readonly type: MemoryType;
  readonly text: string;
}

export interface LabelledDialogue {
  readonly title: string;
  readonly messages: readonly Message[];
  readonly instructions: string;
  readonly facts: readonly PlantedFact[];
}

const FACT = /\[\[([^\]]+)\]\]\((\w+)\)/g;
const TURN = /^--- (user|assistant|instructions|file \S+)\n/gm;

/**
 * Dialogues under `# title`, with turns under `--- user`, `--- assistant`, `--- file path` (which the agent read) and
 * `--- instructions` (CLAUDE.md); what is to be remembered as `[[fact]](type)`.
 */
export function labelledDialogues(file: string): Result<readonly LabelledDialogue[]> {
  const dialogues: LabelledDialogue[] = [];
  for (const piece of file.split(/^# /m).slice(1)) {
    const dialogue = dialogueIn(piece);
    if (!dialogue.ok) return dialogue;
    dialogues.push(dialogue.value);
  }
  return dialogues.length === 0 ? fail('no dialogue: each starts with a line “# title”') : ok(dialogues);
}

function dialogueIn(piece: string): Result<LabelledDialogue> {
  const [title = '', ...turns] = piece.split(TURN);
  const messages: Message[] = [];
  const facts: PlantedFact[] = [];
  let instructions = '';
  for (let at = 0; at < turns.length; at += 2) {
    const kind = turns[at] ?? '';
    const text = (turns[at + 1] ?? '').trimEnd();
    if (kind === 'instructions') instructions = text;
    else if (kind.startsWith('file ')) messages.push(fileRead(messages.length, text));
    else if (kind === 'assistant') messages.push(message(messages.length, 'assistant', text));
    else {
      const prompt = promptIn(text, messages.length);
      if (!prompt.ok) return fail(`${title.trim()}: ${prompt.error}`);
      facts.push(...prompt.value.facts);
      messages.push(message(messages.length, 'user', prompt.value.text));
    }
  }
  return ok({ title: title.trim(), messages, instructions, facts });
}

function promptIn(
  marked: string,
  at: number,
): Result<{ readonly text: string; readonly facts: readonly PlantedFact[] }> {
  const facts: PlantedFact[] = [];
  let text = '';
  let from = 0;
  for (const { 0: whole, 1: fact = '', 2: type = '', index } of marked.matchAll(FACT)) {
    if (!isMemoryType(type)) return fail(`“${type}” is no type of memory`);
    text += marked.slice(from, index);
    const start = text.length;
    text += fact;
    from = index + whole.length;
    facts.push({ message: at, type, text: fact, start, end: text.length });
  }
  return ok({ text: text + marked.slice(from), facts });
}

function message(at: number, role: 'user' | 'assistant', text: string): Message {
  return {
    id: `m${at}` as MessageId,
    role,
    kind: role === 'user' ? 'prompt' : 'reply',
    parts: [{ kind: 'text', text }],
    line: at + 1,
  };
}

function fileRead(at: number, text: string): Message {
  const result = { kind: 'tool-result', callId: `c${at}` as ToolCallId, isError: false } as const;
  return {
    id: `m${at}` as MessageId,
    role: 'tool',
    kind: 'tool-results',
    parts: [{ ...result, parts: [{ kind: 'text', text }] }],
    line: at + 1,
  };
}
