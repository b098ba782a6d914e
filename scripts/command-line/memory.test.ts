import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import { writeTranscripts } from '../../lib/transcript/write-transcript';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import { highwater, highwaterIn } from './run-highwater.test-support';

const SECRET = ['sk-ant-api03', 'Zx9'.repeat(30)].join('-');

/** Told on Monday, needed on Thursday. In the folder in the other order. */
const MONDAY = `clock 2026-03-02T09:00:00Z
user "The staging database is db-3.keel.example:5433. Never deploy on a Friday evening, because nobody is on call."
assistant "Noted. The gate is called HARBOUR_GATE=77."
usage 1000 output 10
user "Remember that my key is ${SECRET} for the robot."
assistant "I will."
usage 1100 output 10`;
const THURSDAY = `clock 2026-03-05T09:00:00Z
user "Check the staging database, please."
call #1 bash {"command":"psql -h db-3.keel.example:5433"}
usage 1000 output 10
result #1 "fine"
assistant "It runs. I also opened HARBOUR_GATE=77."
usage 1200 output 10
boundary full auto 1200
summary "We checked a database."
user "And the staging database again?"
assistant "Still fine."
usage 500 output 10`;

function recorded(text: string, workingDirectory = '/srv/shop'): string {
  return [...writeTranscripts([transcriptFromText(text, { workingDirectory, models: ['claude-sonnet-4-5'] })])].join(
    '',
  );
}

const project = () => temporaryFolder({ 'a.highwater.json': recorded(THURSDAY), 'b.highwater.json': recorded(MONDAY) });

describe('highwater memory', () => {
  it('[A5] [K2] replays the sessions oldest first: kept, recalled, carried, needed later', async () => {
    const { status, stdout, stderr } = await highwaterIn(project(), 'memory', '.', '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [report] = JSON.parse(stdout).projects;
    const [monday, thursday] = report.sessions;
    expect([monday.file, thursday.file]).toEqual(['b.highwater.json', 'a.highwater.json']);
    expect(monday.kept).toMatchObject([
      { type: 'reference', action: 'created', message: 0, part: 0 },
      { type: 'feedback', action: 'created', message: 0 },
      { type: 'project', action: 'created', message: 2 },
    ]);
    expect(thursday.kept).toEqual([]);
    // What was written on Monday is in no index before Thursday; after the compaction it is recalled again.
    const carried = thursday.carried.perCall;
    expect(monday.carried.perCall.index).toEqual([0, 0]);
    expect(new Set(carried.rules).size).toBe(1);
    expect(carried.index.every((tokens: number) => tokens > 20)).toBe(true);
    expect(thursday.recalled).toMatchObject([
      { file: 'reference-staging-database.md', message: 0, ageDays: 3 },
      { file: 'reference-staging-database.md', ageDays: 3 },
    ]);
    expect(carried.recalled[0]).toBeGreaterThan(thursday.recalled[0].bytes / 8);
    expect(thursday.costDollars).toBeGreaterThan(0);
    expect(monday.usedLater.needed).toBe(0);
    expect(thursday.usedLater.values).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          value: 'db-3.keel.example:5433',
          was: { session: 0, message: 0 },
          memory: 'carried',
        }),
        expect.objectContaining({ value: 'HARBOUR_GATE=77', was: { session: 0, message: 1 }, memory: 'none' }),
      ]),
    );
    expect(stdout).not.toContain('Zx9Zx9');
  });

  it('[K2] does not count what a file or the user showed again', async () => {
    const shown = THURSDAY.replace('Check the staging database', 'Check db-3.keel.example:5433').replace(
      'result #1 "fine"',
      'result #1 "open HARBOUR_GATE=77"',
    );
    const folder = temporaryFolder({ 'a.highwater.json': recorded(shown), 'b.highwater.json': recorded(MONDAY) });
    const { stdout } = await highwaterIn(folder, 'memory', '.', '--json');
    expect(JSON.parse(stdout).projects[0].sessions[1].usedLater.values).toEqual([]);
  });

  it('[A7] [A4] saves what the recorded agent saved, says what it could not, and where the index lies', async () => {
    const path = '/home/me/.claude/projects/-srv-shop/memory';
    const write = (id: number, name: string, content: string) =>
      `call #${id} Write ${JSON.stringify({ file_path: `${path}/${name}`, content })}\nresult #${id} "ok"`;
    const session = `clock 2026-03-02T09:00:00Z
user "Never push to main."
${write(1, 'own.md', '---\nname: own\ndescription: no pushes\ntype: feedback\n---\nNever push.')}
${write(2, 'bad.md', 'no front matter')}
${write(3, 'MEMORY.md', '- [Own](own.md) — no pushes\n- [Gone](gone.md) — x')}
assistant "Saved."`;
    const folder = temporaryFolder({ 'a.highwater.json': recorded(session) });
    const { stdout } = await highwaterIn(folder, 'memory', '.');
    expect(stdout).toContain('kept 0\n');
    expect(stdout).toContain('saved by the agent itself: 2 of 3 writes');
    expect(stdout).toContain('Could not write "bad.md": it does not start with front matter');
    expect(stdout).toContain('index names a missing file: gone.md');
  });

  it('[R3] [A9] takes the settings of the layers that keep memory', async () => {
    const folder = project();
    const told = async (...set: readonly string[]) => {
      const words = set.flatMap((each) => ['--set', each]);
      const { projects } = JSON.parse((await highwaterIn(folder, 'memory', '.', '--json', ...words)).stdout);
      return projects[0].sessions[1];
    };
    const usual = await told();
    const none = await told('memory-recall.bytesOfSession=0');
    expect([none.recalled, none.notRecalled]).toEqual([[], usual.recalled.length]);
    expect(none.carried.recalled).toBe(0);
    expect(none.askedDollars).toBeGreaterThan(0);
    const rare = await told('auto-memory.everyTurns=100');
    expect([rare.extractions, rare.recalled]).toEqual([0, []]);
    const other = await highwaterIn(folder, 'memory', '.', '--set', 'full-compact.restoredFiles=1');
    expect(other).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--set takes settings of memory-recall, auto-memory and dreaming here'),
    });
  });

  it('[D1] [D3] replays dreams: what was merged, lost and changed, with their cost', async () => {
    const said = [
      'Keep answers short.',
      'The staging database is db-3.keel.example:5433.',
      'Always keep your answers short.',
      'I am a data scientist.',
      'Never commit without asking me first.',
      'The staging database is db-7.keel.example:5433 now.',
      'Go on, please.',
    ];
    const files = said.map((text, day) => [
      `${day}.highwater.json`,
      recorded(
        `clock 2026-03-0${day + 1}T09:00:00Z\nuser "${text}"\nassistant "Noted."\nusage 1000 output 10\nwait 5 min\nuser "thanks"\nassistant "bye"\nusage 1100 output 10`,
      ),
    ]);
    const folder = temporaryFolder(Object.fromEntries(files));
    const told = async (...set: readonly string[]) => {
      const words = set.flatMap((each) => ['--set', each]);
      const { projects } = JSON.parse((await highwaterIn(folder, 'memory', '.', '--json', ...words)).stdout);
      return projects[0];
    };
    const project = await told();
    const dreams = project.sessions.map((session: { dreams: unknown[] }) => session.dreams.length);
    expect(dreams).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(project.sessions[5].dreams[0]).toMatchObject({ lost: [], changed: [], requests: expect.any(Number) });
    expect(project.sessions[5].dreamDollars).toBeGreaterThan(0);
    const never = await told('dreaming.sessions=1000');
    expect(never.sessions[5].dreams).toEqual([]);
    expect(never.memories.length).toBeGreaterThanOrEqual(project.memories.length);
    const { stdout } = await highwaterIn(folder, 'memory', '.');
    expect(stdout).toMatch(/dreamt on 2026-03-06, \d requests?, \$0\.\d{4}: /);
    expect(stdout).toContain('0 lost, 0 changed without a source');
  });

  it('keeps the memories of different working directories apart', async () => {
    const folder = temporaryFolder({
      'a.highwater.json': recorded(THURSDAY, '/srv/other'),
      'b.highwater.json': recorded(MONDAY),
    });
    const { projects } = JSON.parse((await highwaterIn(folder, 'memory', '.', '--json')).stdout);
    expect(projects).toHaveLength(2);
    expect(projects[0].sessions[0].recalled).toEqual([]);
  });

  it('[A8] passes over what a resumed session copied', async () => {
    const folder = temporaryFolder({
      'a.highwater.json': recorded(MONDAY),
      'b.highwater.json': recorded(`${MONDAY}\nwait 60 min\nuser "Go on."\nassistant "Done, HARBOUR_GATE=77 is open."`),
    });
    const { projects } = JSON.parse((await highwaterIn(folder, 'memory', '.', '--json')).stdout);
    const [first, second] = projects[0].sessions;
    expect([first.kept.length, second.kept.length, second.leftOut.length]).toEqual([3, 0, 0]);
  });

  it('prints the same as text, in a process of its own', () => {
    const { status, stdout } = highwater(['memory', '.'], project());
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^\/srv\/shop: 2 sessions\n {2}b\.highwater\.json \(2026-03-02, 2 calls, 2 extractions\)\n {4}kept 3\n/,
    );
    expect(stdout).toMatch(/carried per call: rules \d+, index \d+, recalled \d+ tokens; cost \$0\.\d{4}/);
    expect(stdout).toContain('used later across sessions: 3 values needed, 2 carried by memory');
  });

  it.each([
    [[], 2, /^highwater memory: specify one folder\n/],
    [['a', 'b'], 2, /specify one folder/],
    [['.', '--wrong'], 2, /^highwater memory: Unknown option '--wrong'/],
    [['gone'], 1, /^Could not read "gone": folder not found\. Specify the folder/],
    [['note.txt'], 1, /^Could not read "note\.txt": it is a file\./],
    [['.'], 1, /Could not import .*note\.txt[\s\S]*Could not replay "\.": no sessions found\./],
  ])('explains what is wrong: %j', async (words, code, said) => {
    const folder = temporaryFolder({ 'note.txt': 'Just a note.' });
    const { status, stdout, stderr } = await highwaterIn(folder, 'memory', ...words);
    expect([status, stdout]).toEqual([code, '']);
    expect(stderr).toMatch(said);
  });
});
