import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectChangesAsInNode } from '../support/compactions';
import { sessionInNode } from '../support/engine-in-node';
import { test } from '../support/one-page';
import { SessionsPage } from '../support/sessions-page';
import { expectedRows, preset, shownCompactions, simulatedInNode } from '../support/simulations';

const folder = process.env.HIGHWATER_TRANSCRIPTS;

/** One of each importable format. */
const FILES = [
  'claude-code/manual-compaction-with-images-v2.1.49.jsonl',
  'claude-trace/traffic-64-pairs-headers-removed.jsonl',
  'codex/auto-compaction-0.142.0.jsonl',
  'anthropic-messages/request-body-25-messages-17-tools.json',
  'openai-chat/stored-completion-52k-prompt.json',
  'openai-responses/item-list.json',
];

test.skip(folder === undefined, 'set HIGHWATER_TRANSCRIPTS to a folder of recordings');

for (const file of FILES) {
  test(`simulates ${file} like the command line`, async ({ page }) => {
    const path = join(folder ?? '', file);
    await new SessionsPage(page).openRecording(path);
    for (const policy of ['tutorial', 'claude-code-2.1']) {
      await preset(page).selectOption(policy);
      await expect
        .poll(() => shownCompactions(page))
        .toEqual(expectedRows(await simulatedInNode(path, '--policy', policy)));
    }
    await expectChangesAsInNode(page, await sessionInNode(path), { preset: 'claude-code-2.1' });
  });
}
