import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findModel } from '../../../e2e/stand-in/models';
import { PrefixCache } from '../../../e2e/stand-in/prefix-cache';
import { asArray, type Json, type JsonObject } from '../../base/json';
import type { ChatModel, ModelOutcome, ModelRequest } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { MEMORY_ROOT } from '../tools/memory-files';
import { happens, type MemoryRun, MONDAY_MS, memoryRun, said, settled, withMemory } from './memory-run.test-support';

const RULE = 'Never push to main yourself, because the release robot deploys whatever lands there.';
const OTHER = 'Always run the tests twice before you report, since the first run warms the fixtures.';
const DAY_MS = 86_400_000;

const says = (...blocks: readonly ReplyBlock[]): ModelOutcome => ({
  type: 'answered',
  reply: { blocks, stopReason: 'end_turn', timeMs: 1 },
});
const text = (words: string): ReplyBlock => ({ type: 'text', text: words });
const tool = (id: string, name: string, input: Json): ReplyBlock => ({ type: 'tool-call', id, name, input });

/** The scripted model, but for requests of one purpose. */
const answering =
  (
    purpose: ModelRequest['purpose'],
    answer: (request: ModelRequest, number: number) => Promise<ModelOutcome> | ModelOutcome,
  ) =>
  (scripted: ChatModel): ChatModel => {
    let number = 0;
    return {
      ask: async (request, options) => {
        if (request.purpose !== purpose) return scripted.ask(request, options);
        number += 1;
        return answer(request, number);
      },
    };
  };

const tasksOf = ({ host }: MemoryRun) => host.state.run.memory.tasks;
const namesOf = (run: MemoryRun) => Object.keys(run.memories()).filter((name) => name !== 'MEMORY.md');
const itemsOf = <Type extends string>({ host }: MemoryRun, type: Type) =>
  host.state.log.items.filter((item) => item.type === type);

/** Without marks of the cache, which are at other places in every request. */
function bytes(value: Json): string {
  return JSON.stringify(value, (key, each: Json) => (key === 'cache_control' ? undefined : each));
}

const memoryFile = (description: string, body = description) =>
  `---\nname: made up\ndescription: ${description}\ntype: feedback\n---\n\n${body}\n`;
const inFolder = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${MEMORY_ROOT}/${name}`, content]));

describe('an extraction', () => {
  it('[A7] [J2] saves what a turn leaves, beside the turns, and the next session finds it', async () => {
    const run = memoryRun();
    await said(run, `List all files. ${RULE}`);
    expect(tasksOf(run).map(({ state }) => state)).toEqual(['done']);
    expect(Object.values(run.memories()).join('\n')).toContain('release robot');
    expect(namesOf(run)).toHaveLength(1);
    expect(run.memories()['MEMORY.md']).toContain(`](${namesOf(run)[0]})`);
    expect(itemsOf(run, 'task')).toHaveLength(1);
  });

  it('[J3] begins with the very request of the turn, and reads it from the cache', async () => {
    const run = memoryRun();
    await said(run, RULE, 'List all files', OTHER, 'List all files');
    const model = findModel('stand-in-small');
    if (model === undefined) throw new Error('The stand-in has no such model');
    const cache = new PrefixCache(() => 0);
    let parent: JsonObject | undefined;
    const shares: number[] = [];
    for (const { purpose, body } of run.asked) {
      const { read, written5m, uncached } = cache.use(body, model, 'key');
      if (purpose === 'turn') parent = body;
      if (purpose !== 'memory' || parent === undefined) continue;
      expect(bytes([body.system ?? null, body.tools ?? null])).toBe(
        bytes([parent.system ?? null, parent.tools ?? null]),
      );
      const before = asArray(parent.messages) ?? [];
      expect(bytes((asArray(body.messages) ?? []).slice(0, before.length))).toBe(bytes([...before]));
      shares.push(read / (read + written5m + uncached));
    }
    expect(shares.length).toBeGreaterThanOrEqual(4);
    // What is new is its own request, which is as long as the small window is.
    expect(Math.min(...shares)).toBeGreaterThan(0.5);
  });

  it('[E1] [J3] is predicted to read what the stand-in’s own cache reads', async () => {
    const run = memoryRun();
    await said(run, RULE, OTHER);
    const model = findModel('stand-in-small');
    if (model === undefined) throw new Error('The stand-in has no such model');
    const cache = new PrefixCache(() => 0);
    const read: number[] = [];
    for (const { purpose, body } of run.asked) {
      const use = cache.use(body, model, 'key');
      if (purpose === 'memory') read.push(use.read / (use.read + use.written5m + use.uncached));
    }
    const predicted = tasksOf(run).flatMap(({ steps }) =>
      steps.map(({ usage }) => usage.cacheRead / (usage.cacheRead + usage.cacheWrite5m + usage.input)),
    );
    expect(predicted).toHaveLength(read.length);
    for (const [place, share] of predicted.entries()) expect(Math.abs(share - (read[place] ?? 0))).toBeLessThan(0.06);
  });

  it('[A10] may write in the memory folder alone, and everything else is denied with words', async () => {
    const wanted: readonly ReplyBlock[] = [
      tool('a', 'Write', { file_path: '/workspace/README.md', content: 'gone' }),
      tool('b', 'Write', { file_path: 'notes.md', content: memoryFile('relative') }),
      tool('c', 'Write', { file_path: `${MEMORY_ROOT}/../../evil.md`, content: memoryFile('out') }),
      tool('d', 'Bash', { command: 'rm README.md' }),
      tool('e', 'Bash', { command: 'cat README.md > x.md' }),
      tool('f', 'TodoWrite', { todos: [] }),
      tool('g', 'Read', { file_path: 'README.md' }),
      tool('h', 'Write', { file_path: `${MEMORY_ROOT}/ok.md`, content: memoryFile('fine') }),
      tool('i', 'Write', { file_path: `${MEMORY_ROOT}/broken.md`, content: 'no front matter' }),
      tool('j', 'Write', {
        file_path: `${MEMORY_ROOT}/big.md`,
        content: memoryFile('x'.repeat(100), 'y'.repeat(5_000_000)),
      }),
      tool('k', 'Write', { file_path: `${MEMORY_ROOT}/nul\0.md`, content: memoryFile('nul') }),
      tool('l', 'Write', { file_path: '//server/share/x.md', content: memoryFile('unc') }),
    ];
    const run = memoryRun({
      model: answering('memory', (_, number) => (number === 1 ? says(...wanted) : says(text('Done.')))),
    });
    const before = run.host.state.workspace.files();
    await said(run, 'List all files');
    const results = tasksOf(run)[0]?.steps[0]?.results ?? [];
    expect(
      results
        .filter(({ isError }) => !isError)
        .map(({ callId }) => callId)
        .sort(),
    ).toEqual(['g', 'h']);
    expect(results.every(({ text: words }) => words.length > 10)).toBe(true);
    expect(run.host.state.workspace.files()).toEqual({
      ...before,
      [`${MEMORY_ROOT}/ok.md`]: expect.stringContaining('fine'),
    });
  });

  it('[A10] ends after so many requests, even if the model never does', async () => {
    const run = memoryRun({
      model: answering('memory', (_, number) => says(tool(`r${number}`, 'Glob', { pattern: '*' }))),
      policy: withMemory({ save: { mostRequests: 3 } }),
    });
    await said(run, 'List all files');
    expect(tasksOf(run).map(({ state, steps }) => [state, steps.length])).toEqual([['done', 3]]);
  });

  it('[A8] after a failure, the next one gets the messages of both turns', async () => {
    const failed: ModelOutcome = { type: 'failed', what: 'The API is busy.', advice: 'Wait.' };
    const run = memoryRun({
      model: (scripted) =>
        answering('memory', (request, number) =>
          number === 1 ? failed : scripted.ask(request, { signal: new AbortController().signal }),
        )(scripted),
    });
    await said(run, RULE);
    expect(tasksOf(run)[0]?.says).toBe('The API is busy. Wait.');
    expect(run.host.status).toEqual({ type: 'idle' });
    await said(run, 'List all files');
    expect(tasksOf(run).map(({ state, start }) => [state, start.newMessages])).toEqual([
      ['failed', 2],
      ['done', expect.any(Number)],
    ]);
    expect(Object.values(run.memories()).join()).toContain('release robot');
  });

  it('[A8] a turn that ends during one is analysed right after it, and by nobody else', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = memoryRun({
      model: (scripted) =>
        answering('memory', async (request, number) => {
          if (number === 1) await gate;
          return scripted.ask(request, { signal: new AbortController().signal });
        })(scripted),
    });
    await run.host.enter({ type: 'prompt', text: RULE });
    await run.host.enter({ type: 'prompt', text: OTHER });
    expect(tasksOf(run)).toHaveLength(1);
    release();
    await settled(run);
    const [first, second] = tasksOf(run).map(({ start }) => start.ids);
    expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe((first?.length ?? 0) + (second?.length ?? 0));
    expect(namesOf(run)).toHaveLength(2);
  });

  it('[A8] is told what a compaction removed before anyone looked at it', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 14 }, (_, place) => [`src/${place}.txt`, `line ${place} of a text\n`.repeat(160)]),
    );
    const run = memoryRun({
      files,
      model: answering('turn', (_, number) => {
        if (number === 12) void run.host.enter({ type: 'command', command: { type: 'compact' } });
        const path = `src/${number - 1}.txt`;
        return number <= 14 ? says(tool(`r${number}`, 'Read', { file_path: path })) : says(text('Done.'));
      }),
    });
    await said(run, `Read everything. ${RULE}`);
    expect(run.host.state.run.compactions).toBeGreaterThan(0);
    const [first] = tasksOf(run);
    expect(first?.start.instruction).toContain('A compaction removed it before you could look at it');
    expect(first?.start.instruction).toContain(`> Read everything. ${RULE}`);
    expect(Object.values(run.memories()).join()).toContain('release robot');
  });

  it('[A7] is skipped if the agent saved something itself', async () => {
    const run = memoryRun({
      model: answering('turn', (_, number) =>
        number === 1
          ? says(tool('w', 'Write', { file_path: `${MEMORY_ROOT}/own.md`, content: memoryFile('my own') }))
          : says(text('Saved.')),
      ),
    });
    await said(run, RULE);
    expect(tasksOf(run)).toEqual([]);
    expect(run.host.state.run.memory.decision).toEqual({ type: 'skip', reason: 'wrote-itself' });
  });

  it('[A9] runs after every nth turn', async () => {
    const run = memoryRun({ policy: withMemory({ save: { everyTurns: 2 } }) });
    await said(run, RULE, 'List all files', OTHER, 'List all files');
    expect(tasksOf(run).map(({ start }) => start.call)).toHaveLength(2);
    expect(namesOf(run)).toHaveLength(2);
  });

  it('[A1] stores no secret, whoever writes it', async () => {
    const key = `sk-ant-api03-${'Ab3'.repeat(31)}AA`;
    const content = memoryFile('the key', `Use ${key} for the API.`);
    const path = `${MEMORY_ROOT}/key.md`;
    const byTask = memoryRun({
      model: answering('memory', (_, n) =>
        n === 1 ? says(tool('w', 'Write', { file_path: path, content })) : says(text('ok')),
      ),
    });
    await said(byTask, 'List all files');
    const byAgent = memoryRun({
      model: answering('turn', (_, n) =>
        n === 1 ? says(tool('w', 'Write', { file_path: path, content })) : says(text('ok')),
      ),
    });
    await said(byAgent, 'Save it');
    const byShell = memoryRun({
      model: answering('turn', (_, n) =>
        n === 1
          ? says(tool('w', 'Bash', { command: `mkdir -p ${MEMORY_ROOT}; printf '%s' '${content}' > ${path}` }))
          : says(text('ok')),
      ),
    });
    await said(byShell, 'Save it');
    for (const run of [byTask, byAgent, byShell]) {
      const stored = run.memories()['key.md'] ?? '';
      expect(stored).toContain('[secret:');
      expect(stored).not.toContain(key);
    }
  });
});

describe('a task', () => {
  it('[J2] is stopped with the run, or alone, and what it had saved stays', async () => {
    const endless = answering('memory', (_, number) =>
      number === 1
        ? says(tool('w', 'Write', { file_path: `${MEMORY_ROOT}/half.md`, content: memoryFile('half') }))
        : new Promise<ModelOutcome>(() => undefined),
    );
    for (const end of ['stop', 'alone'] as const) {
      const run = memoryRun({ model: endless });
      await run.host.enter({ type: 'prompt', text: RULE });
      for (let times = 0; times < 200 && tasksOf(run)[0]?.steps[0]?.results === undefined; times++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      if (end === 'stop') await run.host.stop();
      else await run.host.endTask('memory-1');
      await settled(run);
      expect(tasksOf(run).map(({ state, says: words }) => [state, words])).toEqual([
        ['stopped', 'Stopped by the user.'],
      ]);
      expect(namesOf(run)).toEqual(['half.md']);
      expect(run.host.status).toEqual({ type: 'idle' });
    }
  });

  it('[J2] goes on after a reload at any step, with the same result', async () => {
    const whole = memoryRun();
    await said(whole, `List all files. ${RULE}`, OTHER);
    const { stored } = whole;
    for (let length = 1; length <= stored.length; length++) {
      const again = memoryRun({ entries: stored.slice(0, length) });
      const before = again.host.status.type;
      const isOpen = again.host.state.run.memory.open.length > 0;
      if (isOpen && again.host.state.run.need.type === 'prompt') expect(before).toBe('resting');
      await again.host.goOn();
      await settled(again);
      expect(again.host.state.run.memory.open).toEqual([]);
      if (length === stored.length) expect(again.memories()).toEqual(whole.memories());
      expect(tasksOf(again).every(({ state }) => state === 'done')).toBe(true);
    }
  });

  it('[J2] [J1] what an undone turn had saved is gone, and redo brings it back', async () => {
    const run = memoryRun();
    await said(run, RULE, OTHER);
    const both = run.memories();
    expect(namesOf(run)).toHaveLength(2);
    await run.host.undo();
    expect(namesOf(run)).toHaveLength(1);
    await run.host.undo();
    expect(run.memories()).toEqual({});
    await run.host.redo();
    await run.host.redo();
    expect(run.memories()).toEqual(both);
  });

  it('[J2] waits while the store is full, and loses nothing', async () => {
    const run = memoryRun({
      model: (scripted) =>
        answering('memory', (request) => {
          run.store.isFull = true;
          return scripted.ask(request, { signal: new AbortController().signal });
        })(scripted),
    });
    await said(run, RULE);
    expect(run.host.status.type).toBe('unsaved');
    run.store.isFull = false;
    await run.host.goOn();
    for (let times = 0; times < 50 && tasksOf(run)[0]?.state === 'running'; times++) {
      run.store.isFull = false;
      await run.host.goOn();
      await settled(run);
    }
    run.store.isFull = false;
    await run.host.goOn();
    await settled(run);
    expect(tasksOf(run).map(({ state }) => state)).toEqual(['done']);
    expect(run.stored).toEqual(run.host.state.entries);
    expect(namesOf(run)).toHaveLength(1);
  });

  it('[J2] is a child of the record, and a replay makes the same decisions', async () => {
    const run = memoryRun();
    await said(run, `Review every file. ${RULE}`, 'Should I push to main, or does the release robot?', OTHER);
    const { transcript } = run.host.state.run;
    expect(transcript.children.map(({ title }) => title?.slice(0, 9))).toContain('Memory ex');
    const child = transcript.children[0];
    expect(child?.calls.every(({ usage }) => usage !== undefined)).toBe(true);
    expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
  });
});

describe('recall', () => {
  const known = inFolder({
    'feedback-release.md': memoryFile('never push to main, the release robot deploys it'),
    'feedback-colours.md': memoryFile('use blue for buttons of the shop'),
    'MEMORY.md': '- [release](feedback-release.md) — never push to main\n',
  });
  const PROMPT = 'May I push to main, or does the release robot do it?';

  it('[R1] [R2] shows what is about the prompt, right behind it, and nothing twice', async () => {
    const run = memoryRun({ files: { 'README.md': 'x', ...known }, policy: withMemory({ recall: {} }) });
    await said(run, PROMPT);
    const kinds = run.host.state.run.transcript.messages.map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['prompt', 'injected', 'reply']);
    expect(itemsOf(run, 'recall')).toMatchObject([
      { state: 'done', candidates: [{ file: 'feedback-release.md', fate: 'shown' }, { fate: 'not-chosen' }] },
    ]);
    await said(run, PROMPT);
    expect(run.host.state.run.transcript.messages.filter(({ kind }) => kind === 'injected')).toHaveLength(1);
    expect(itemsOf(run, 'recall')[1]).toMatchObject({ shownBefore: ['feedback-release.md'] });
  });

  it.each([
    ['claude-opus-5-5', 'claude-sonnet-5', 'claude-sonnet-5'],
    ['claude-haiku-4-5', 'claude-haiku-4-5', undefined],
  ])('[R2] asks, for a run with %s, %s', async (own, model, named) => {
    const choice = { type: 'api', id: own, thinks: false, serverClears: false } as const;
    const run = memoryRun({ files: { 'README.md': 'x', ...known }, policy: withMemory({ recall: {} }), choice });
    await said(run, PROMPT);
    expect(run.asked.filter(({ purpose }) => purpose === 'recall').map(({ body }) => body.model)).toEqual([model]);
    expect(run.host.state.run.selector).toBe(named);
  });

  it('[R1] that is late does not hold the turn up, and comes with the next results or prompt', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = memoryRun({
      files: { 'README.md': 'x', ...known },
      policy: withMemory({ recall: {} }),
      model: (scripted) =>
        answering('recall', async (request) => {
          await gate;
          return scripted.ask(request, { signal: new AbortController().signal });
        })(scripted),
    });
    await run.host.enter({ type: 'prompt', text: PROMPT });
    expect(run.stored.map(({ type }) => type)).toContain('recall-late');
    expect(run.host.state.run.calls.length).toBeGreaterThan(0);
    release();
    await settled(run);
    await said(run, 'List all files');
    const { messages } = run.host.state.run.transcript;
    const at = messages.findIndex(({ kind }) => kind === 'injected');
    expect(messages[at + 1]?.kind).toBe('prompt');
    expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
  });

  it.each([
    ['no JSON', says(text('I would take the first one.')), 'The answer is not JSON'],
    ['unknown names', says(text('["../../etc/passwd"]')), 'not in the list'],
    ['a failure', { type: 'failed', what: 'The API is busy.', advice: 'Wait.' } as ModelOutcome, 'The API is busy.'],
  ])('[R2] shows nothing for %s, and says why', async (_, outcome, problem) => {
    const run = memoryRun({
      files: known,
      policy: withMemory({ recall: {} }),
      model: answering('recall', () => outcome),
    });
    await said(run, PROMPT);
    expect(run.host.state.run.transcript.messages.some(({ kind }) => kind === 'injected')).toBe(false);
    expect(itemsOf(run, 'recall')[0]).toMatchObject({ problem: expect.stringContaining(problem) });
  });

  it('[R4] words the age once: the bytes stay the same over three days, and break no cache', async () => {
    const run = memoryRun({ files: { 'README.md': 'x', ...known }, policy: withMemory({ recall: {} }) });
    await run.host.enter({ type: 'waited', ms: 3 * DAY_MS });
    await said(run, PROMPT);
    for (let day = 0; day < 3; day++) {
      await run.host.enter({ type: 'waited', ms: DAY_MS });
      await said(run, 'List all files');
    }
    const turns = run.asked.filter(({ purpose }) => purpose === 'turn');
    expect(turns.length).toBeGreaterThan(3);
    for (const [place, { body }] of turns.entries()) {
      const before = turns[place - 1]?.body;
      if (before === undefined) continue;
      const sent = asArray(before.messages) ?? [];
      expect(bytes((asArray(body.messages) ?? []).slice(0, sent.length))).toBe(bytes([...sent]));
      expect(bytes(body.system ?? null)).toBe(bytes(before.system ?? null));
    }
    expect(JSON.stringify(turns.at(-1)?.body)).toContain('saved 3 days ago');
  });

  it('[R3] never exceeds 60 KB in a session, whatever is chosen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 10, max: 9_000 }), { minLength: 20, maxLength: 60 }),
        async (sizes) => {
          const files = Object.fromEntries(
            sizes.map((size, place) => [`m${place}.md`, memoryFile(`thing ${place}`, 'é word '.repeat(size / 7))]),
          );
          const run = memoryRun({
            files: inFolder(files),
            policy: withMemory({ recall: {} }),
            model: answering('recall', ({ body }) => {
              const listed = [...JSON.stringify(body.messages).matchAll(/\b(m\d+\.md) \(/g)].map(
                ([, name = '']) => name,
              );
              return says(text(JSON.stringify(listed.slice(0, 5))));
            }),
          });
          // A window that needs no compaction.
          await run.host.enter({ type: 'policy', policy: { ...withMemory({ recall: {} }), windowTokens: 200_000 } });
          await said(run, ...Array.from({ length: 14 }, () => 'List all files'));
          const shown = run.host.state.run.transcript.messages.filter(({ kind }) => kind === 'injected');
          const texts = shown.flatMap(({ parts }) =>
            parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
          );
          expect(new Set(texts).size).toBe(texts.length);
          const sum = texts.reduce((total, each) => total + new TextEncoder().encode(each).length, 0);
          expect(sum).toBeLessThanOrEqual(61_440);
          for (const each of texts) expect(new TextEncoder().encode(each).length).toBeLessThan(4_096 + 500);
        },
      ),
      { numRuns: 5, seed: 7 },
    );
  });

  it('[R1] chooses from the folder of an agent that the prompt names, instead', async () => {
    const files = {
      ...known,
      '/home/agent/.claude/agent-memory/reviewer/release.md': memoryFile(
        'the reviewer never lets the release robot wait',
      ),
      '.claude/agent-memory/tester/release.md': memoryFile('the tester restarts the release robot'),
    };
    const run = memoryRun({ files, policy: withMemory({ recall: {} }) });
    await said(run, `@reviewer ${PROMPT}`, `@tester ${PROMPT}`, `@nobody ${PROMPT}`);
    const shown = run.host.state.run.transcript.messages.filter(({ kind }) => kind === 'injected');
    const texts = shown.map(({ parts }) => JSON.stringify(parts));
    expect(texts[0]).toContain('the reviewer never lets');
    expect(texts[1]).toContain('the tester restarts');
    expect(texts.join()).toContain('never push to main');
  });

  it('[R1] looks at the 200 latest of 250 memories', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 250 }, (_, place) => [
        `m${String(place).padStart(3, '0')}.md`,
        memoryFile(`subject ${place}`),
      ]),
    );
    const run = memoryRun({ files: inFolder(files), policy: withMemory({ recall: {} }) });
    await said(run, 'List all files');
    expect(itemsOf(run, 'recall')[0]).toMatchObject({ notLookedAt: 50, others: 160 });
  });
});

describe('whatever happens,', () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(RULE, OTHER, 'List all files', 'I am new to awk.') },
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          '/compact',
          '/snip',
          'stop',
          'undo',
          'redo',
          'reload',
          'crash',
          'end',
          'wait',
          'full',
          'fail',
        ),
      },
    ),
    { minLength: 3, maxLength: 10 },
  );
  const RUNS = process.env.HIGHWATER_LONG === '1' ? 10_000 : 1_000;

  let answers = 0;

  /** In few words, since a thousand runs are many: every third turn reads a file, and every task saves one. */
  function brief({ purpose, body }: ModelRequest): ModelOutcome {
    answers += 1;
    const last = JSON.stringify(asArray(body.messages)?.at(-1) ?? null);
    if (purpose === 'recall')
      return says(text(`[${/\bm\d\.md\b/.test(last) ? `"${/\bm\d\.md\b/.exec(last)?.[0]}"` : ''}]`));
    if (purpose !== 'turn' && purpose !== 'memory') return says(text('The user wants files listed.'));
    if (last.includes('"tool_result"')) return says(text('Done.'));
    if (purpose === 'turn') {
      return answers % 3 === 0 ? says(tool(`t${answers}`, 'Read', { file_path: 'README.md' })) : says(text('Yes.'));
    }
    const file_path = `${MEMORY_ROOT}/m${answers % 5}.md`;
    return says(tool(`t${answers}`, 'Write', { file_path, content: memoryFile(`thing ${answers}`) }));
  }

  it('[A8] no message is analysed twice, but after a lost cursor, and none is skipped', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (wanted, seed) => {
        let failing = 0;
        let slow = seed % 4;
        const model = (): ChatModel => ({
          ask: async (request, options) => {
            if (request.purpose !== 'memory') return brief(request);
            slow = (slow + 1) % 4;
            for (let times = 0; times < slow * 3; times++) await new Promise((resolve) => setImmediate(resolve));
            if (options.signal.aborted) return { type: 'stopped' };
            failing -= 1;
            return failing >= 0 ? { type: 'failed', what: 'It broke.', advice: 'Go on.' } : brief(request);
          },
        });
        let run = memoryRun({ model, policy: withMemory({ save: {}, recall: {} }) });
        for (const [place, step] of wanted.entries()) {
          // Some steps do not wait for what the one before it has started.
          if ((seed >> (place % 20)) % 2 === 0) await settled(run);
          run = await happens(run, step, {
            reloaded: (entries) => memoryRun({ model, entries }),
            failsNext: () => {
              failing = 1;
            },
          });
        }
        run.store.isFull = false;
        failing = 0;
        await run.host.goOn();
        await settled(run);
        await said(run, 'List all files');
        const { memory, transcript } = run.host.state.run;
        expect(memory.open).toEqual([]);
        const analysed = new Map<string, number>();
        for (const task of memory.tasks) {
          if (task.state !== 'done') continue;
          for (const id of task.start.ids) {
            if (!task.start.isFallback) expect(analysed.has(id)).toBe(false);
            analysed.set(id, 1);
          }
        }
        const allSaid = transcript.messages.filter(({ kind }) => ['prompt', 'reply', 'tool-results'].includes(kind));
        for (const { id } of allSaid) expect(analysed.has(id)).toBe(true);
        expect(run.stored.slice(0, run.host.state.entries.length)).toEqual(run.host.state.entries);
        // A command that changed nothing is in no record, so a replay does not try it.
        if (wanted.some((step) => step.startsWith('/'))) return;
        expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
      }),
      { numRuns: RUNS, seed: 11 },
    );
  }, 600_000);
});

it('begins on the day that its clock says', () => {
  expect(memoryRun().host.state.begun.timeMs).toBe(MONDAY_MS);
});
