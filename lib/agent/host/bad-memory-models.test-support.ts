import { TextHash } from '../../base/hash';
import { asArray, type JsonObject } from '../../base/json';
import type { ChatModel, ModelOutcome, ModelRequest } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';
import { MEMORY_ROOT } from '../tools/memory-files';

type Called = readonly (readonly [name: string, input: JsonObject])[];

const MEMORY = '---\nname: a\ndescription: b\ntype: user\n---\n\nText\n';

/** What a selector must not answer: nothing is recalled then. */
export const badSelections = {
  'is no JSON': 'I would choose feedback-push.md, because it is about pushing.',
  'is JSON, but no list': '{"best": "feedback-push.md"}',
  'names what is not in the list': '["../../etc/passwd", "feedback-push.md"]',
  'lists what is no name': '[1, null, {"file": "feedback-push.md"}]',
  'is empty': '',
  'is cut off': '["feedback-push.md", "feed',
} as const;

/** What a background agent must not do: each is denied or refused in words, and nothing else is harmed. */
export const badExtractions = {
  'writes outside the folder': [
    ['Write', { file_path: '/workspace/src/evil.md', content: MEMORY }],
    ['Write', { file_path: `${MEMORY_ROOT}/../../../evil.md`, content: MEMORY }],
    ['Write', { file_path: 'evil.md', content: MEMORY }],
    ['Write', { file_path: '~/evil.md', content: MEMORY }],
    ['Write', { file_path: '\\\\server\\share\\evil.md', content: MEMORY }],
    ['Write', { file_path: `${MEMORY_ROOT}/ev\0il.md`, content: MEMORY }],
    ['Edit', { file_path: '/workspace/README.md', old_string: 'tally', new_string: 'evil' }],
  ],
  'runs rm': [
    ['Bash', { command: `rm -rf ${MEMORY_ROOT}` }],
    ['Bash', { command: `ls ${MEMORY_ROOT}; rm README.md` }],
    ['Bash', { command: `cat README.md > ${MEMORY_ROOT}/a.md` }],
  ],
  'writes 5 MB': [
    ['Write', { file_path: `${MEMORY_ROOT}/large.md`, content: `${MEMORY}${'gull '.repeat(1_048_576)}` }],
  ],
  'writes broken front matter': [
    ['Write', { file_path: `${MEMORY_ROOT}/none.md`, content: 'No front matter.' }],
    ['Write', { file_path: `${MEMORY_ROOT}/open.md`, content: '---\nname: a\n\nText' }],
    ['Write', { file_path: `${MEMORY_ROOT}/type.md`, content: MEMORY.replace('user', 'gossip') }],
    ['Write', { file_path: `${MEMORY_ROOT}/script.sh`, content: MEMORY }],
  ],
  'calls tools that it does not have': [
    ['Agent', { prompt: 'Do it for me.' }],
    ['TodoWrite', { todos: [] }],
    ['MultiEdit', { file_path: 'README.md', edits: [] }],
    ['Write', {}],
  ],
} as const satisfies Record<string, Called>;

/** Answers the side requests of memory badly, and everything else as the given model does. */
export function badMemoryModel(
  turns: ChatModel,
  bad: {
    readonly selection?: string;
    /** Once; then it says that it has finished. */
    readonly calls?: Called;
    /** It never says so. */
    readonly isEndless?: boolean;
    /** It never answers until it is stopped. */
    readonly hangs?: boolean;
  },
): ChatModel {
  return {
    ask(request, by) {
      if (request.purpose !== 'recall' && request.purpose !== 'memory') return turns.ask(request, by);
      if (bad.hangs === true)
        return new Promise((resolve) => by.signal.addEventListener('abort', () => resolve({ type: 'stopped' })));
      return Promise.resolve(answered(request, bad));
    },
  };
}

function answered({ purpose, body }: ModelRequest, bad: Parameters<typeof badMemoryModel>[1]): ModelOutcome {
  if (purpose === 'recall') return reply([{ type: 'text', text: bad.selection ?? '[]' }]);
  const hasCalled = JSON.stringify(asArray(body.messages)?.at(-1)).includes('"tool_result"');
  if (bad.isEndless === true) return reply(callsOf([['Read', { file_path: `${MEMORY_ROOT}/MEMORY.md` }]], body));
  return reply(hasCalled ? [{ type: 'text', text: 'Done.' }] : callsOf(bad.calls ?? [], body));
}

function callsOf(calls: Called, body: JsonObject): ReplyBlock[] {
  const hash = new TextHash().add(JSON.stringify(body.messages)).digest().slice(0, 20);
  return calls.map(([name, input], place) => ({ type: 'tool-call', id: `toolu_${hash}_${place}`, name, input }));
}

function reply(blocks: readonly ReplyBlock[]): ModelOutcome {
  const stopReason = blocks.some(({ type }) => type === 'tool-call') ? 'tool_use' : 'end_turn';
  return { type: 'answered', reply: { blocks, stopReason, timeMs: 1 } };
}
