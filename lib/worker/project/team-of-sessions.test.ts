import { expect, test } from 'vitest';
import { randomFrom } from '../../agent/host/made-up-agent.test-support';
import { Browser, Tab } from './two-tabs.test-support';

test('[U3] a session begins with what the one before it knew of the server of its team', async () => {
  const browser = new Browser(randomFrom(1));
  const tab = new Tab(browser);
  await browser.during(tab.begin());
  const first = tab.id;
  const member = { etag: '"one"', sums: { 'a.md': 'sum' }, agreed: { 'a.md': 'sum' } };
  const said = { type: 'team', did: 'pulled', member, keys: [], contested: [], left: [], files: [] } as const;
  await browser.during(tab.host?.enter(said) ?? Promise.resolve());
  await browser.during(tab.next(first));
  await browser.during(tab.next(tab.id));
  const teams = [];
  for (const run of browser.runs) {
    const [begun] = await browser.journalOf(run);
    if (begun?.type === 'begun') teams.push(begun.setup.team);
  }
  // The third follows one for which there was nothing new.
  const known = { etag: '"one"', sums: { 'a.md': 'sum' } };
  expect(teams).toEqual([undefined, known, known]);
});
