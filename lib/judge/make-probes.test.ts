import { describe, expect, it } from 'vitest';
import { MAX_PROBES, probeKinds, probeTopics } from './probe';
import { probeAbout, probesFromText } from './probes-from-text.test-support';

const tasks = JSON.stringify({
  todos: [
    { content: 'Read the table', status: 'completed' },
    { content: 'Mend the lease', status: 'in_progress' },
    { content: 'Write the docs', status: 'pending' },
  ],
});
const edit = JSON.stringify({ file_path: 'src/lease.ts', old_string: 'limit = 30', new_string: 'limit = 45' });
const worked = {
  left: [
    'user "Mend the lease. Never touch the migrations folder. The grace time of a lease is 1250 ms in all of it."',
    'call #1 read src/table.ts',
    'result #1 "export const table = []"',
    `call #2 Edit ${edit}`,
    'result #2 "ok"',
    `call #3 TodoWrite ${tasks}`,
    'result #3 "ok"',
    'assistant "The renewal was moved to the wheel because the old timer drifted by a tick every hour."',
    'user "Now go on with the clock of src/lease.ts please"',
  ],
  after: [
    'assistant "The clock is next, with 1250 ms, as in src/table.ts"',
    'call #4 Edit {"file_path":"src/clock.ts"}',
  ],
};

describe('questions about what left', () => {
  it('are of all four kinds if the recording has material for each, with unique ids', () => {
    const probes = probesFromText(worked);
    expect(new Set(probes.map(({ topic }) => probeTopics[topic]))).toEqual(
      new Set(probeKinds.filter((kind) => kind !== 'own')),
    );
    expect(probes.map(({ id }) => id)).toEqual(probes.map((_, place) => `q${place + 1}`));
    expect(probes.length).toBeGreaterThanOrEqual(8);
  });

  it('are the same every time, and at most twelve, however much left', () => {
    expect(probesFromText(worked)).toEqual(probesFromText(worked));
    const facts = Array.from(
      { length: 40 },
      (_, place) => `user "The limit of the queue number ${place} is ${place + 100} ms now"`,
    );
    const uses = Array.from({ length: 40 }, (_, place) => `assistant "so it is ${place + 100} ms"`);
    expect(probesFromText({ left: facts, after: uses })).toHaveLength(MAX_PROBES);
  });

  it('are empty if nothing left', () => {
    expect(probesFromText({ left: [] })).toEqual([]);
  });

  it('[K2] ask for a value that is used later, by its sentence, and not for others', () => {
    expect(probeAbout('value', worked)).toMatchObject({
      question: expect.stringContaining('In “The grace time of a lease is ____ in all of it.”'),
      expected: '1250 ms',
    });
    expect(probeAbout('value', { ...worked, after: ['assistant "On I go"'] })).toBeUndefined();
  });

  it('never reveal a file, a rule or a value that another asks for', () => {
    const probes = probesFromText(worked);
    const questions = probes.map(({ question }) => question).join('\n');
    for (const told of ['src/lease.ts', 'lease.ts', 'table.ts', '1250 ms', 'Never touch']) {
      expect(questions).not.toContain(told);
    }
  });

  it('hide the values of other questions in a shared sentence', () => {
    const left = ['user "The port of the inner gateway is port 8080 and the lease of each worker there lives 6250 ms"'];
    const after = ['assistant "curl localhost:8080 for 6250 ms on port 8080"'];
    const probes = probesFromText({ left, after }).filter(({ topic }) => topic === 'value');
    expect(probes.map(({ expected }) => expected)).toEqual(['8080']);
    expect(probes[0]?.question).toContain('is port ____ and the lease');
  });

  it('[K3] ask which files were changed, which were only read and are needed, and what the last change did', () => {
    expect(probeAbout('files-changed', worked)?.expected).toContain('src/lease.ts (changed)');
    expect(probeAbout('files-changed', worked)?.expected).not.toContain('table.ts');
    expect(probeAbout('files-read', worked)?.expected).toContain('src/table.ts');
    expect(probeAbout('last-change', worked)?.expected).toBe(
      'src/lease.ts. The tool call that changed it: limit = 30 → limit = 45',
    );
  });

  it('ignore a failed change', () => {
    const failed = { left: [`call #1 Edit ${edit}`, 'result #1 error "no such text"'] };
    expect(probeAbout('last-change', failed)).toBeUndefined();
  });

  it('[K5] ask for the latest request, the open tasks, and how the recording continued', () => {
    expect(probeAbout('last-request', worked)?.expected).toContain('Now go on with the clock');
    expect(probeAbout('open-tasks', worked)?.expected).toBe(
      'In progress: Mend the lease. Open: Write the docs. Done: 1.',
    );
    expect(probeAbout('what-came-next', worked)?.expected).toContain('Edit with src/clock.ts');
    expect(probeAbout('open-tasks', { left: ['user "Hello"'] })).toBeUndefined();
  });

  it('[K4] [K6] ask for the rules, for the replacement of a value, and for a reason', () => {
    expect(probeAbout('rules', worked)?.expected).toContain('Never touch the migrations folder.');
    expect(probeAbout('replaced-value', worked)).toMatchObject({
      question: 'What is the current value of “limit”?',
      expected: '45. It is no longer 30.',
    });
    expect(probeAbout('reason', worked)).toMatchObject({
      question: 'The conversation says: “The renewal was moved to the wheel”. Why?',
      expected: 'the old timer drifted by a tick every hour.',
    });
  });

  it('ask for no reason of a mere interjection', () => {
    const left = ['assistant "That is quite the right question to ask — because the timer drifts by a tick."'];
    expect(probeAbout('reason', { left })).toBeUndefined();
    expect(probeAbout('reason', { left: [left[0]?.replace(' —', ' now') ?? ''] })).toBeDefined();
  });

  it('finish on adversarial text', () => {
    const long = `${'because '.repeat(100_000)} 40 ms`;
    const probes = probesFromText({ left: [`user ${JSON.stringify(long)}`], after: ['assistant "40 ms"'] });
    expect(probes).toHaveLength(3);
  });
});
