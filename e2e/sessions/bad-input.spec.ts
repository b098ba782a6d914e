import { rm, writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { SessionsPage } from '../support/sessions-page';

// All tests share one page, which must keep its stored session.
test.describe.configure({ mode: 'serial' });

let page: Page;
let sessions: SessionsPage;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'good.jsonl': claudeSession({ prompt: 'Was here before' }) });
});

test.afterAll(() => page.close());

/** Each is rejected with an explanation, and stored sessions stay. */
const REFUSED: Readonly<Record<string, { readonly content: string | Buffer; readonly says: RegExp }>> = {
  'empty.jsonl': { content: '', says: /empty/i },
  'binary.bin': {
    content: Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256)),
    says: /binary|no text/i,
  },
  'page.html': { content: '<!doctype html><html><body>Hello</body></html>', says: /HTML|web page/i },
  'archive.zip': { content: Buffer.from('504b0304140000000800', 'hex'), says: /zip/i },
  'README.md': { content: '# A project\n\nSome words about it.\n', says: /no JSON/i },
  'numbers.json': { content: '[1, 2, 3]', says: /not in a known transcript format/i },
  'deep.json': { content: '['.repeat(10_000) + ']'.repeat(10_000), says: /not in a known transcript format|nested/i },
  'other.json': { content: '{"__proto__": {"polluted": true}, "a": 1}', says: /not in a known transcript format/i },
  'known.json': {
    content: '[{"display": "Hi", "project": "/work"}]',
    says: /prompt history.*not supported yet/i,
  },
};

test('explains why a file is not a transcript, and keeps stored sessions', async () => {
  const expectOnlyTheGood = async () => {
    await expect(sessions.row('Was here before')).toBeVisible();
    await expect(sessions.table.getByRole('row')).toHaveCount(5);
  };
  for (const [name, { content, says }] of Object.entries(REFUSED)) {
    await test.step(name, async () => {
      await sessions.pick({ [name]: content });
      await expect(sessions.report(name)).toContainText(says);
      await expectOnlyTheGood();
    });
  }
  await page.reload();
  await expectOnlyTheGood();
});

test('of many files, the row of each that is refused says why', async () => {
  await sessions.open();
  await sessions.pick({
    'empty.jsonl': '',
    'page.html': '<!doctype html>',
    'words.txt': 'Some words.',
    'other.json': '{"a": 1}',
  });
  const rows = page.getByRole('region', { name: 'Imported files' }).getByRole('listitem').locator('summary');
  await expect(rows).toHaveText([
    'empty.jsonl not imported: the file is empty',
    'page.html not imported: the file is an HTML page, not JSON',
    'words.txt not imported: the file contains no JSON; it starts with "Some words."',
    'other.json not imported: it is JSON, but not in a known transcript format',
  ]);
});

test('reads records with __proto__ keys and 10,000 levels of nesting, without prototype pollution', async () => {
  await sessions.open();
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  const trap = `{"type":"assistant","uuid":"t","parentUuid":null,"isSidechain":false,"sessionId":"p","message":{"__proto__":{"polluted":true},"id":"msg_t","role":"assistant","model":"m","content":[{"type":"tool_use","id":"x","name":"Deep","input":${deep}}],"usage":{"input_tokens":100,"output_tokens":5}}}`;
  await sessions.pick({ 'trap.jsonl': `${claudeSession({ id: 'p', prompt: 'A trap' })}${trap}\n` });
  await sessions.row('A trap').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'A trap' })).toBeVisible();
  expect(await page.evaluate(() => Object.hasOwn(Object.prototype, 'polluted'))).toBe(false);
});

test('shows HTML and scripts in messages as text', async () => {
  await sessions.open();
  const attack = '<img src=x onerror="window.hacked = true"><script>window.hacked = true</script><b>bold</b>';
  await sessions.pick({
    'attack.jsonl': claudeSession({ id: 'attack', prompt: attack, calls: 2, firstResult: attack }),
  });
  await sessions.table.getByRole('link', { name: /img src/ }).click();
  await page
    .getByRole('button', { name: /user|prompt/i })
    .first()
    .click();
  await expect(page.getByText(attack, { exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('rejects a line of more than 100 MB with an explanation', async () => {
  const file = test.info().outputPath('one-line.jsonl');
  await writeFile(file, `{"type":"user","text":"${'x'.repeat(110_000_000)}"}`);
  await sessions.open();
  await sessions.fileInput.setInputFiles(file);
  await expect(sessions.report('one-line.jsonl')).toContainText(/MB/, { timeout: 60_000 });
  await rm(file);
  await page.reload();
  await expect(sessions.row('Was here before')).toBeVisible();
});

test('names a file that disappears before it is read, and says why', async () => {
  const file = test.info().outputPath('gone.jsonl');
  await writeFile(file, claudeSession({ calls: 50 }));
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[aria-label="Transcript files"]');
    // Delays the change until the file is gone.
    input?.addEventListener(
      'change',
      (event) => (window as { held?: boolean }).held || event.stopImmediatePropagation(),
      true,
    );
  });
  await sessions.fileInput.setInputFiles(file);
  await rm(file);
  await page.evaluate(() => {
    (window as { held?: boolean }).held = true;
    document
      .querySelector('input[aria-label="Transcript files"]')
      ?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(sessions.report('gone.jsonl')).toContainText(/could not be opened|moved or deleted/i, {
    timeout: 20_000,
  });
  await expect(sessions.row('Was here before')).toBeVisible();
});
