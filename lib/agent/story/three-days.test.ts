import { beforeAll, describe, expect, it } from 'vitest';
import { asArray, asObject, asText, type JsonObject } from '../../base/json';
import { indexOf, memoriesIn } from '../../memory/files/memory-folder';
import { ageInDays } from '../../memory/recall/recall-session';
import { playground } from '../../policies/presets/playground';
import { inputSide } from '../../transcript/usage';
import type { RunHost } from '../host/run-host';
import { MEMORY_ROOT, memoryFolderIn } from '../tools/memory-files';
import { HeadlessStage } from './headless-stage.test-support';
import { type PlayedDay, playStory } from './play-story';
import type { Story } from './story';
import { threeDays } from './three-days';

// Three runs with a shell.
const PATIENCE_MS = 120_000;

async function played(story: Story) {
  const stage = new HeadlessStage();
  const days: PlayedDay[] = [];
  for await (const day of playStory(story, stage)) days.push(day);
  return { days, hosts: stage.hosts, requests: stage.requests };
}

let days: readonly PlayedDay[];
let hosts: readonly RunHost[];
let requests: HeadlessStage['requests'];
beforeAll(async () => {
  ({ days, hosts, requests } = await played(threeDays));
}, PATIENCE_MS);

const hostOf = (day: number): RunHost => {
  const host = hosts[day];
  if (host === undefined) throw new Error(`Day ${day + 1} was not played`);
  return host;
};
const folderOf = (day: number) => memoryFolderIn(hostOf(day).state.run.files);
const said = (day: number) => hostOf(day).state.log.items.flatMap((item) => (item.type === 'reply' ? [item.text] : []));
const commands = (day: number) =>
  hostOf(day).state.log.items.flatMap((item) =>
    item.type === 'reply' ? item.tools.map(({ name, input }) => `${name} ${JSON.stringify(input)}`) : [],
  );
const numbersIn = (day: number, moment: number) => {
  const text = days[day]?.moments[moment]?.text ?? '';
  return (text.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', '')));
};

describe('the story of three days', () => {
  it('comes to all of its moments, and every sentence has its numbers', () => {
    expect(days.map(({ moments }) => moments.length)).toEqual(threeDays.days.map(({ moments }) => moments.length));
    const sentences = days.flatMap(({ moments }) => moments.map(({ text }) => text));
    expect(new Set(sentences).size).toBe(9);
    expect(sentences.join('\n')).not.toMatch(/[{}]|NaN|undefined|Infinity/);
    expect(hosts.map(({ status }) => status.type)).toEqual(['idle', 'idle', 'idle']);
  });

  it('plays within a minute at the usual speed', () => {
    const words = requests.reduce((sum, { answer }) => sum + answer.split(/\s+/).length, 0);
    expect(requests.length * 120 + words * 5).toBeLessThan(60_000);
  });

  it('[J1] takes place on three days of one project', () => {
    const begun = hosts.map(({ state }) => state.begun.timeMs);
    expect(begun.map((timeMs) => ageInDays(begun[0] ?? 0, timeMs))).toEqual([0, 1, 3]);
  });
});

describe('day one', () => {
  it('[A7] [A2] keeps what the user said in the background, and the sentence counts it', () => {
    const { memories } = memoriesIn(folderOf(0));
    expect(memories.map(({ type }) => type).sort()).toEqual(['feedback', 'feedback', 'user']);
    const [task] = hostOf(0).state.run.memory.tasks;
    const first = task?.steps[0]?.usage;
    expect(numbersIn(0, 0)).toEqual([
      task?.start.newMessages,
      memories.length,
      task?.steps.length,
      first && inputSide(first),
      first?.cacheRead,
    ]);
    expect(first?.cacheRead).toBeGreaterThan(1_000);
  });

  it('[A6] the agent keeps to it in the same session', () => {
    expect(numbersIn(0, 1)).toEqual([14, 0]);
    expect(said(0).at(-1)).toContain('I ran the tests: “14 passed, 0 failed”');
    expect(said(0).at(-1)).toContain('I ran sh tally balance data/club.txt: “total');
  });

  it('ends with an index, and with a conversation that nobody will see again', () => {
    const { run } = hostOf(0).state;
    const lines = indexOf(folderOf(0)).trim().split('\n').length;
    const conversation = run.transcript.messages.filter(({ kind }) => kind !== 'injected');
    expect(numbersIn(0, 2)).toEqual([3, lines, conversation.length]);
    expect(JSON.stringify(requests.filter(({ day }) => day === 1))).not.toContain('I tend to forget it. Always try');
  });
});

describe('day two', () => {
  it('[A5] begins with the index in its first message, and with nothing else of day one', () => {
    const [first] = requests.filter(({ day, purpose }) => day === 1 && purpose === 'turn');
    const [context, prompt] = textsIn(first?.body);
    expect(context).toContain(`${MEMORY_ROOT}/MEMORY.md (index of your memory):\n- [treasurer`);
    expect(context).toContain('data/club.txt');
    expect(prompt).toBe('Append "# The committee reads this report." to src/balance.awk');
    const [atStart, index, rules] = numbersIn(1, 0);
    expect(atStart).toBe(3);
    expect(index).toBeGreaterThan(50);
    expect(rules).toBeGreaterThan(500);
  });

  it('[A6] follows the rule without being told again', () => {
    const prompts = threeDays.days[1]?.prompts.join() ?? '';
    expect(prompts).not.toMatch(/\btests?\b|tally/);
    expect(commands(1)).toContain('Bash {"command":"sh run-tests.sh"}');
    expect(numbersIn(1, 1)).toEqual([14, 0]);
    expect(said(1).at(-1)).toMatch(/As you asked in an earlier session \(feedback-run-tests\S*\.md\), I ran the tests/);
  });

  it('[A6] catches the memory that is wrong by looking, trusts the files, and corrects it', () => {
    const before = memoriesIn(folderOf(0)).memories.find(({ body }) => body.includes('tally balance'));
    const after = memoriesIn(folderOf(1)).memories.find(({ file }) => file === before?.file);
    expect(before?.body).toContain('data/club.txt');
    expect(after?.body).not.toContain('data/club.txt');
    expect(after?.body).toContain('data/2026/club.txt');
    const order = commands(1);
    const looked = order.indexOf('Glob {"pattern":"data/club.txt"}');
    expect(looked).toBeGreaterThan(-1);
    expect(looked).toBeLessThan(order.findIndex((call) => call.startsWith('Write ')));
    expect(order).toContain('Bash {"command":"sh tally balance data/2026/club.txt"}');
    expect(order).not.toContain('Bash {"command":"sh tally balance data/club.txt"}');
    expect(days[1]?.moments[2]?.text).toContain(before?.file);
    expect(numbersIn(1, 2)).toEqual([order.filter((call) => call.startsWith('Glob ')).length]);
  });

  it('[A8] the background agent leaves it alone: the agent has written itself', () => {
    expect(hostOf(1).state.run.memory.tasks).toEqual([]);
    expect(hostOf(1).state.run.memory.decision).toEqual({ type: 'skip', reason: 'wrote-itself' });
  });

  it('changed only what was asked for', () => {
    const { entries } = hostOf(1).state;
    const written = entries.flatMap((entry) => (entry.type === 'results' ? entry.files.map(({ path }) => path) : []));
    expect(new Set(written.filter((path) => !path.startsWith(MEMORY_ROOT)))).toEqual(new Set(['src/balance.awk']));
    expect(
      hostOf(1)
        .state.run.files.read('src/balance.awk')
        ?.match(/# The committee reads/g),
    ).toHaveLength(1);
  });
});

describe('day three', () => {
  it('[R2] [R4] begins with what matters: the index, and the memory that the question is about, with a warning', () => {
    const [ask] = requests.filter(({ day, purpose }) => day === 2 && purpose === 'recall');
    expect(ask?.answer).toMatch(/^\["feedback-try-\S+\.md"\]$/);
    const turns = requests.filter(({ day, purpose }) => day === 2 && purpose === 'turn');
    const texts = textsIn(turns.at(-1)?.body).join('\n');
    expect(texts).toContain('This memory is 2 days old: an observation of that time');
    expect(texts).toContain('data/2026/club.txt');
    const recall = hostOf(2).state.log.items.find(({ type }) => type === 'recall');
    const shown = recall?.type === 'recall' ? recall.candidates.filter(({ fate }) => fate === 'shown') : [];
    expect(numbersIn(2, 1)).toEqual([3, shown.length, recall?.type === 'recall' ? recall.tokens : 0, 2]);
  });

  it('[A6] answers from it, verified', () => {
    expect(said(2).at(-1)).toMatch(/^This is what I remember \(feedback-try-\S+\.md, saved 2 days ago\):/);
    expect(said(2).at(-1)).toContain('data/2026/club.txt still exists.');
  });

  it('[A5] adds up what memory costs a call', () => {
    const [all = 0, share, rules = 0, index = 0, recalled = 0] = numbersIn(2, 2);
    expect(all).toBe(rules + index + recalled);
    expect(recalled).toBeGreaterThan(50);
    expect(share).toBe(Math.round((100 * all) / hostOf(2).state.run.size));
    expect(numbersIn(2, 0)).toEqual([3, index]);
  });
});

it(
  'does not happen without memory: nothing is kept, and nobody runs the tests',
  async () => {
    const without = await played({ ...threeDays, policy: playground });
    expect(without.days.flatMap(({ moments }) => moments)).toEqual([]);
    expect(without.hosts.flatMap(({ state }) => state.run.files.below(MEMORY_ROOT))).toEqual([]);
    const ran = without.hosts[1]?.state.log.items.flatMap((item) => (item.type === 'reply' ? [item.text] : []));
    expect(ran?.at(-1)).toBe('Appended 1 line to src/balance.awk.');
  },
  PATIENCE_MS,
);

it(
  'is the same every time',
  async () => {
    const again = await played(threeDays);
    expect(again.days).toEqual(days);
  },
  PATIENCE_MS,
);

function textsIn(body: JsonObject | undefined): readonly string[] {
  return (asArray(body?.messages) ?? []).flatMap((message) =>
    (asArray(asObject(message)?.content) ?? []).flatMap((block) => asText(asObject(block)?.text) ?? []),
  );
}
