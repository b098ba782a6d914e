import { expect } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { test } from '../support/one-page';
import { SessionsPage, withoutTour } from '../support/sessions-page';

const RULE = '/project/.claude/rules/parts.md';
const HOSTILE = '<img src=x onerror="document.title=1">Keep parts small.';

/** The made-up session, with what newer versions write beside it: a rule, before and after a compaction, and hooks. */
function sessionWithAttachments(): string {
  const lines = claudeSession({ id: 'system', calls: 8, compactBefore: [4], prompt: 'Look around' })
    .trimEnd()
    .split('\n');
  const shared = { isSidechain: false, userType: 'external', cwd: '/project', sessionId: 'system', version: '2.1.219' };
  const attach = (uuid: string, attachment: object) =>
    JSON.stringify({
      ...shared,
      type: 'attachment',
      uuid,
      parentUuid: null,
      timestamp: '2026-03-01T10:00:00Z',
      attachment,
    });
  const rule = (uuid: string) =>
    attach(uuid, { type: 'nested_memory', path: RULE, content: { content: HOSTILE, globs: ['src/*.ts'] } });
  const hook = (uuid: string) =>
    JSON.stringify({
      ...shared,
      type: 'progress',
      uuid,
      parentUuid: null,
      data: { type: 'hook_progress', hookEvent: 'PostToolUse', hookName: 'PostToolUse:Read', command: 'check-parts' },
    });
  const compacted = lines.findIndex((line) => line.includes('isCompactSummary'));
  lines.splice(compacted + 1, 0, rule('rule-2'));
  // Behind the first result.
  lines.splice(3, 0, hook('hook-1'), rule('rule-1'));
  const start = attach('start', {
    type: 'hook_success',
    hookEvent: 'SessionStart',
    hookName: 'SessionStart:startup',
    content: 'The parts are in src.',
    exitCode: 0,
    durationMs: 125,
  });
  return [start, ...lines].join('\n');
}

test('lists what surrounds the conversation, with its text, its calls and its way to the messages', async ({
  page,
}) => {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'system.jsonl': sessionWithAttachments() });
  await sessions.table.getByRole('link', { name: /Look around/ }).click();
  await page.getByRole('tab', { name: 'System', exact: true }).click();

  const instructions = page.getByRole('region', { name: 'Instructions' });
  const rule = instructions.getByRole('button', { name: /parts\.md/ });
  await expect(rule).toContainText('attachment · 2 times, static · calls 2 to 8');
  await rule.click();
  // As text, whatever it is.
  await expect(instructions.getByText(HOSTILE)).toBeVisible();
  await expect(instructions.locator('img')).toHaveCount(0);
  await expect(instructions).toContainText('Loaded because /project/src/part-0.ts was read');
  await expect(instructions).toContainText('In call 2 to call 4');
  await instructions.getByRole('button', { name: 'call 5', exact: true }).click();
  await expect(instructions).toContainText('In call 5 to call 8');

  await expect(page.getByRole('region', { name: 'After compactions' })).toContainText('call 5Loaded again: parts.md');
  const hooks = page.getByRole('region', { name: 'Hooks that ran' });
  await expect(hooks).toContainText('PostToolUse:Read 1 run, no output for the model');
  await expect(hooks).toContainText(
    /SessionStart:startup 1 run, 1 with output for the model, \d+ tokens added, 125 ms/,
  );
  await expect(hooks).toContainText(/^Hooks that ran2 runs, \d+ tokens added, 125 ms in 1 of them/);
  await hooks
    .getByRole('button', { name: /^message / })
    .last()
    .click();
  const shown = page.getByRole('region', { name: /^Messages/ });
  await expect(shown.locator('[data-hooks]').first()).toBeVisible();
  const ran = shown.getByRole('list', { name: 'Hooks that ran here' }).first();
  await expect(ran).toContainText(/SessionStart:startup|PostToolUse:Read/);
  await expect(ran).toContainText(/output for the model, (call \d|after the last call)/);
  await expect(page.getByText(/of the last one are not in the file\. Claude Code does not write/)).toBeVisible();

  await instructions.getByRole('button', { name: 'Show in messages' }).click();
  const messages = page.getByRole('region', { name: /^Messages/ });
  await expect(messages.getByRole('button', { expanded: true }).filter({ hasText: 'Keep parts small' })).toBeVisible();

  await expect(page).toHaveURL(/filter\.tab=system/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'System', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(rule).toBeVisible();
});

test('works by keyboard', async ({ page }) => {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'system.jsonl': sessionWithAttachments() });
  await sessions.table.getByRole('link', { name: /Look around/ }).click();
  await page.getByRole('tab', { name: 'Why' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'System', exact: true })).toBeFocused();
  const piece = page
    .getByRole('region', { name: 'Output of hooks' })
    .getByRole('button', { name: /SessionStart:startup/ });
  await piece.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The parts are in src.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The parts are in src.')).toBeHidden();
});

test('says what a recording of an older version cannot hold', async ({ page }) => {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'older.jsonl': claudeSession({ id: 'older', prompt: 'Look for nothing' }) });
  await sessions.table.getByRole('link', { name: /Look for nothing/ }).click();
  await page.getByRole('tab', { name: 'System', exact: true }).click();
  await expect(page.getByText('Nothing to list in this recording')).toBeVisible();
  await expect(page.getByText(/are in them from version 2\.1\.92 on/)).toBeVisible();
});
