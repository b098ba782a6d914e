import { describe, expect, it } from 'vitest';
import { madeUpDialogues } from '../../../scripts/bench/made-up-dialogues';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { compareDialogue } from '../calibration/compare-dialogue';
import { compareMemories } from '../calibration/compare-memories';
import { labelledDialogues } from '../calibration/labelled-dialogue';
import { emptyFolder, indexOf, type MemoryFolder, memoriesIn } from '../files/memory-folder';
import { deniedBecause } from './allowed-tools';
import { extractOffline } from './extract-offline';
import { extractionRequest, extractionText, readExtractionText } from './extraction-request';
import { memoryRootIn, memoryRules, notKept } from './memory-rules';

const ROOT = '/home/agent/.claude/projects/shop/memory';
const MONDAY = Date.UTC(2026, 2, 2, 9);
const DAY = 86_400_000;

function extract(session: string, folder: MemoryFolder = emptyFolder(ROOT), instructions = '', nowMs = MONDAY) {
  const { messages } = transcriptFromText(session);
  return extractOffline({ messages, wanted: [...messages.keys()], instructions, folder, nowMs });
}

describe('the extraction by rules', () => {
  it('[A2] writes a rule, then why, then how to apply it, with its line in the index', () => {
    const { folder, kept } = extract('user "Fix it. Never push to main yourself, because the robot deploys it."');
    const [memory] = memoriesIn(folder).memories;
    expect(memory).toMatchObject({
      type: 'feedback',
      body: 'Never push to main yourself\n\n**Why:** The robot deploys it.\n**How to apply:** Do not do it. If it seems necessary, ask first.\n\nSaid by the user on Monday, 2026-03-02.',
    });
    expect(kept).toMatchObject([{ action: 'created', type: 'feedback', from: { message: 0, part: 0, start: 8 } }]);
    expect(indexOf(folder)).toMatch(/^- \[.*\]\(feedback-push-main-.*\.md\) — Never push to main/);
  });

  it.each([
    [
      'what the code tells',
      'call #1 read a.ts\nresult #1 "PORT = 8431"\nuser "We decided that PORT is 8431 for the launch."',
    ],
    ['git history', 'user "Commit 4be19ac broke it and Maria merged it, we released it."'],
    ['how it was fixed', 'user "The bug was a missing check, you fixed it, always great."'],
    ['passing details', 'user "For now never touch the tests. Just this once, skip all linting always."'],
    ['what a file that was pasted says', `user "${'A document. '.repeat(400)} Never push to main."`],
  ])('[A3] leaves out %s', (_, session) => {
    expect(extract(session).kept).toEqual([]);
  });

  it('[A3] leaves out what CLAUDE.md says, and says so', () => {
    const { kept, leftOut } = extract('user "Always use tabs, please."', undefined, '- Always use tabs.');
    expect(kept).toEqual([]);
    expect(leftOut).toMatchObject([{ why: 'instructions' }]);
  });

  it('[A3] keeps what the user asked to remember, whatever it is about', () => {
    const { folder } = extract('user "Remember that the blue button is called Gannet."');
    expect(memoriesIn(folder).memories).toMatchObject([
      { type: 'project', description: 'the blue button is called Gannet.' },
    ]);
  });

  it('[A6] changes a memory rather than add another, and knows what it has', () => {
    const first = extract('user "The staging database is db-3.keel.example:5433."').folder;
    const again = extract('user "The staging database is db-3.keel.example:5433."', first);
    expect(again.leftOut).toMatchObject([{ why: 'known' }]);
    const later = MONDAY + 3 * DAY;
    const { folder, kept } = extract('user "The staging database is db-7.keel.example:5433 now."', first, '', later);
    expect(kept).toMatchObject([{ action: 'changed' }]);
    expect(memoriesIn(folder).memories).toMatchObject([{ mtimeMs: later, body: expect.stringContaining('db-7') }]);
    expect(indexOf(folder)).not.toContain('db-3');
  });

  it('[A3] never stores or reports a secret', () => {
    const secret = ['sk-ant-api03', 'Zx9'.repeat(30)].join('-');
    const extraction = extract(`user "Remember that the deploy token is ${secret} for the robot."`);
    expect(extraction.kept).toHaveLength(1);
    const everything = JSON.stringify([extraction.kept, ...extraction.folder.files]);
    expect(everything).not.toContain('Zx9Zx9');
    expect(everything).toContain('[secret: ');
  });

  it('keeps at most ten at once', () => {
    const rules = Array.from({ length: 14 }, (_, at) => `Never deploy server gull${at} on rainy day number ${at}.`);
    const { kept, leftOut } = extract(rules.map((rule) => `user "${rule}"`).join('\n'));
    expect([kept.length, leftOut.length]).toEqual([10, 4]);
    expect(leftOut[0]?.why).toBe('many');
  });
});

describe('planted facts', () => {
  const figures = (set: 'tuned' | 'measured') => {
    const compared = madeUpDialogues()[set].map(compareDialogue);
    const count = (key: 'found' | 'missed' | 'wronglyKept' | 'otherType') =>
      compared.reduce((sum, each) => sum + each[key].length, 0);
    return {
      dialogues: compared.length,
      found: count('found'),
      missed: count('missed'),
      wronglyKept: count('wronglyKept'),
      otherType: count('otherType'),
    };
  };

  it('[A2] [A3] are found in 20 dialogues that the rules were tuned on', () => {
    expect(figures('tuned')).toEqual({ dialogues: 20, found: 15, missed: 0, wronglyKept: 0, otherType: 0 });
  });

  it('[A2] [A3] are found less often in 20 that they were not', () => {
    expect(figures('measured')).toEqual({ dialogues: 20, found: 11, missed: 3, wronglyKept: 0, otherType: 0 });
  });

  it('are found in other words, too, and a memory of nothing that was said is wrongly kept', () => {
    const read = labelledDialogues('# One\n--- user\n[[Never deploy the billing server on Fridays.]](feedback)\n');
    const [dialogue] = read.ok ? read.value : [];
    const memory = (body: string) => ({ description: body, body, type: 'project' as const });
    const memories = [memory('On Fridays the billing server is not deployed.'), memory('The parser was rewritten.')];
    expect(dialogue && compareMemories(dialogue, memories)).toMatchObject({
      found: ['Never deploy the billing server on Fridays.'],
      missed: [],
      wronglyKept: ['The parser was rewritten.'],
      otherType: ['Never deploy the billing server on Fridays. (feedback, kept as project)'],
    });
    expect(dialogue && compareMemories(dialogue, [])).toMatchObject({
      found: [],
      missed: ['Never deploy the billing server on Fridays.'],
    });
  });

  it('are counted as found, missed, and wrongly kept', () => {
    const read = labelledDialogues(
      '# One\n--- user\n[[I am a nurse.]](user) Never use emojis in answers. [[The sky is green]](project).\n--- assistant\nok\n',
    );
    const [dialogue] = read.ok ? read.value : [];
    expect(dialogue && compareDialogue(dialogue)).toEqual({
      title: 'One',
      found: ['I am a nurse.'],
      missed: ['The sky is green'],
      wronglyKept: ['Never use emojis in answers.'],
      otherType: [],
    });
    expect(labelledDialogues('# One\n--- user\n[[a]](fact)')).toEqual({
      ok: false,
      error: 'One: “fact” is no type of memory',
    });
    expect(labelledDialogues('nothing').ok).toBe(false);
  });
});

describe('the background agent', () => {
  it.each([
    ['Read', { file_path: '/etc/hosts' }],
    ['Grep', { pattern: 'x' }],
    ['Glob', { pattern: '*' }],
    ['Bash', { command: `ls -la ${ROOT}` }],
    ['Bash', { command: 'find . -name "*.md"' }],
    ['Write', { file_path: `${ROOT}/a.md`, content: '' }],
    ['Edit', { file_path: `${ROOT}/a.md` }],
  ])('[A10] may call %s %j', (name, input) => {
    expect(deniedBecause(name, input, ROOT)).toBeUndefined();
  });

  it.each([
    ['Bash', { command: 'rm a.md' }],
    ['Bash', { command: 'ls; rm a.md' }],
    ['Bash', { command: 'cat a && rm a' }],
    ['Bash', { command: 'cat $(rm a)' }],
    ['Bash', { command: 'cat a > b' }],
    ['Bash', { command: 'ls\nrm a' }],
    ['Bash', { command: 'find . -delete' }],
    ['Bash', { command: 'find . -exec rm {} +' }],
    ['Bash', {}],
    ['Write', { file_path: '/workspace/a.md' }],
    ['Edit', { file_path: `${ROOT}/../../a.md` }],
    ['Write', {}],
    ['Agent', { prompt: 'x' }],
    ['WebFetch', {}],
  ])('[A10] may not call %s %j', (name, input) => {
    expect(deniedBecause(name, input, ROOT)).toMatch(/\.$/);
  });

  it('[A11] is sent the very request of its parent, and then its own message', () => {
    const parent = {
      model: 'claude-opus-4-6',
      max_tokens: 8_000,
      system: [{ type: 'text', text: 'You help.', cache_control: { type: 'ephemeral' } }],
      tools: [{ name: 'Read', input_schema: { type: 'object' } }],
      messages: [{ role: 'user', content: 'Hi' }],
    };
    const ask = { root: ROOT, newMessages: 4, manifest: '- [user] a.md (2026-03-02T09:00:00.000Z): who' };
    const request = extractionRequest(parent, [{ type: 'text', text: 'Hello.' }], ask);
    const before = JSON.stringify(parent).replace(/\]\}$/, '');
    expect(JSON.stringify(request).startsWith(before)).toBe(true);
    expect(request.messages).toHaveLength(3);
    const text = extractionText(ask);
    for (const said of ['last 4 messages', '5 turns', 'a.md (2026-03-02', 'rm too', 'MEMORY.md', 'Do not mix']) {
      expect(text).toContain(said);
    }
    for (const line of notKept) expect(text).toContain(line);
  });

  it.each(['', '- [user] a.md (2026-03-02T09:00:00.000Z): who\n- b.md (2026-03-01T09:00:00.000Z): no type'])(
    '[A11] reads back what it was told: %j',
    (manifest) => {
      const ask = { root: ROOT, newMessages: 12, manifest };
      expect(readExtractionText(extractionText(ask))).toEqual(ask);
      expect(readExtractionText(`Please: ${extractionText(ask)}`)).toBeUndefined();
      const withPrompts = { ...ask, left: ['Never push.\n\n> Tools: none', 'And be short.'] };
      expect(readExtractionText(extractionText(withPrompts))).toEqual(withPrompts);
    },
  );

  it('[A6] is told the same as the session: where, types, two steps, what not, when to look, what to verify', () => {
    const rules = memoryRules(ROOT);
    expect(memoryRootIn(`You help.\n\n${rules}`)).toBe(ROOT);
    expect(memoryRootIn('You help.')).toBeUndefined();
    for (const said of [
      ROOT,
      '- user:',
      '- feedback:',
      '**Why:**',
      '1. Write',
      '2. Add',
      'ask git',
      'check that the file exists',
    ]) {
      expect(rules).toContain(said);
    }
  });
});
