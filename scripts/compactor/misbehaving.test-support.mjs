import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** A compactor that does what its argument says. `node misbehaving.test-support.mjs hangs [session]`: only in that session. */
const [, , mode, session] = process.argv;

const print = (value) => process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
const same = ({ id }) => ({ id });

/** Well behaved: drops everything before the latest prompt. */
function cut({ messages }) {
  const at = messages.findLastIndex(({ kind }) => kind === 'prompt');
  return { messages: [{ role: 'user', text: 'What was done so far.' }, ...messages.slice(at).map(same)] };
}

const modes = {
  good: (line) => print(cut(line)),
  keeps: ({ call }) => print({ call, keep: true }),
  hangs: () => undefined,
  busy: () => {
    for (;;);
  },
  rubbish: () => print('I think you should keep all of it!'),
  'not-an-answer': () => print({ hello: 'world' }),
  'a-list': () => print([1, 2, 3]),
  deep: () => print(`{"messages":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
  binary: () => process.stdout.write(Buffer.from([0xff, 0xfe, 0, 1, 2, 10])),
  gigabyte: () => {
    const much = Buffer.alloc(1 << 20, 120);
    const more = () => process.stdout.write(much, more);
    more();
  },
  'endless-lines': () => {
    const more = () => process.stdout.write('{"keep":true}\n'.repeat(10_000), more);
    more();
  },
  dies: () => process.exit(3),
  'dies-by-error': () => {
    throw new TypeError('the compactor has a bug');
  },
  'dies-by-signal': () => process.kill(process.pid, 'SIGKILL'),
  'dies-in-the-middle': () => {
    process.stdout.write('{"messages":[');
    process.exit(0);
  },
  'closes-output': () => process.stdout.end(),
  late: async (line) => {
    await wait(1_500);
    print(cut(line));
  },
  'with-a-child': () => {
    const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    process.stderr.write(`child ${pid}\n`);
  },
  twice: (line) => {
    print(cut(line));
    print(cut(line));
  },
  orphans: ({ messages }) => {
    const at = messages.findLastIndex(({ parts }) => parts.some(({ kind }) => kind === 'tool-result'));
    print({ messages: [{ role: 'user', text: 'Summary.' }, ...messages.slice(at).map(same)] });
  },
  empty: () => print({ messages: [] }),
  'empty-text': () => print({ messages: [{ role: 'user', text: '' }] }),
  'from-the-model': () => print({ messages: [{ role: 'assistant', text: 'I go on.' }] }),
  more: ({ messages }) => print({ messages: [...messages.map(same), { role: 'user', text: 'And more. '.repeat(50) }] }),
  much: ({ messages }) => print({ messages: [{ role: 'user', text: 'more '.repeat(messages.length * 5_000) }] }),
  'another-order': ({ messages }) => print({ messages: [...messages].reverse().map(same) }),
  'unknown-ids': () => print({ messages: [{ id: 'nobody' }] }),
  'another-call': ({ call }) => print({ call: call + 1, keep: true }),
  'an-error': () => print({ error: 'the model is overloaded' }),
};

const act = modes[mode] ?? modes.good;
for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  await (session === undefined || line.session === session ? act : modes.good)(line);
}
