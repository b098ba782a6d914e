import { type FileFate, fileFates } from '../fidelity/files/file-fates';
import { resultsByCall } from '../fidelity/text/call-outcomes';
import { partTexts } from '../fidelity/text/part-texts';
import type { Cut } from '../fidelity/values/cut';
import { RemainingParts } from '../fidelity/values/held-parts';
import type { ValueIndex } from '../fidelity/values/value-index';
import { pathsOf, toolUse } from '../transcript/tool-use';
import type { Message, ToolCallPart } from '../transcript/transcript';
import type { ProbeText } from './probe';
import { excerpt, listText, messagesLeft } from './probe-text';

const MAX_FILES = 15;
const CHANGE_CHARACTERS = 400;

/** [K3] No question names a file: it would answer the others. */
export function fileProbes(index: ValueIndex, cut: Cut): readonly ProbeText[] {
  const files = fileFates(index, cut, new RemainingParts(index, { stays: [], made: [] }));
  const changed = files.filter(({ deed }) => deed !== 'read');
  const needed = files.filter(({ deed, used }) => deed === 'read' && used !== undefined);
  const last = lastChange(messagesLeft(cut.left));
  return [
    ...listed(changed, {
      topic: 'files-changed',
      question: 'Which files have been created or changed so far? For each, say whether it was created or changed.',
      expected: (list) => `${list}.`,
    }),
    ...listed(needed, {
      topic: 'files-read',
      question: 'Which files were read but not changed, and will be needed again?',
      expected: (list) => `These were only read, and are mentioned again later: ${list}.`,
    }),
    ...(last === undefined ? [] : [last]),
  ];
}

interface FileList extends Pick<ProbeText, 'topic' | 'question'> {
  expected(list: string): string;
}

function listed(files: readonly FileFate[], { topic, question, expected }: FileList): readonly ProbeText[] {
  if (files.length === 0) return [];
  const newest = [...files].reverse().map(({ path, deed }) => `${path} (${deed})`);
  return [{ topic, question, expected: expected(listText(newest, MAX_FILES)) }];
}

/** A call that failed changed nothing. */
function lastChange(messages: readonly Message[]): ProbeText | undefined {
  const results = resultsByCall(messages);
  for (const { parts } of [...messages].reverse()) {
    const call = parts.findLast(
      (part): part is ToolCallPart =>
        part.kind === 'tool-call' && changes(part) && results.get(part.id)?.isError !== true,
    );
    if (call === undefined) continue;
    const [path = ''] = pathsOf(call.input);
    const content = [...partTexts(call)].filter((text) => text !== path).join(' → ');
    return {
      topic: 'last-change',
      question: 'Which file was changed last, and what did that change do?',
      expected: `${path}. The tool call that changed it: ${excerpt(content, CHANGE_CHARACTERS)}`,
    };
  }
  return undefined;
}

function changes(call: ToolCallPart): boolean {
  const use = toolUse(call);
  return (use === 'write' || use === 'edit') && pathsOf(call.input).length > 0;
}
