import { expect, test } from 'vitest';
import { memoryStore } from '../../storage/memory-store.test-support';
import { createRecordStore } from '../../storage/record-store';
import { sessionOf, testEngine } from '../../worker/engine/engine.test-support';
import type { EngineMethod, EngineRequests } from '../../worker/engine/messages';
import { createRuleEditing } from './rule-editing';
import { ruleEditsForm } from './stored-rule-edits';

const PLACE = { session: 's', child: [] };

async function setUp(records = memoryStore()) {
  const { ask } = testEngine();
  await ask('open-session', sessionOf('user "Never push. Always lint."\nassistant "ok"'));
  const engine = {
    ask: async <M extends EngineMethod>(method: M, request: EngineRequests[M]['request']) => {
      const answer = await ask(method, request);
      if (answer?.type !== 'answer') throw new Error(JSON.stringify(answer));
      return answer.answer as EngineRequests[M]['answer'];
    },
  };
  const changes = { tell: () => undefined, listen: () => () => undefined };
  const store = createRecordStore({ records, changes, noun: 'edit', form: ruleEditsForm });
  const editing = createRuleEditing({ store, loadEngine: async () => engine });
  await editing.getState().read(PLACE);
  await editing.getState().load();
  const shown = () => editing.getState().rules?.rules.map(({ origin, text }) => `${origin} ${text}`);
  const rule = (text: string) => {
    const found = editing.getState().rules?.rules.find((each) => each.text === text);
    if (found === undefined) throw new Error(`no rule ${text}`);
    return found;
  };
  return { editing, records, shown, rule };
}

test('[K4] rules are confirmed, corrected, removed and added, and stored with the session', async () => {
  const { editing, records, shown, rule } = await setUp();
  expect(shown()).toEqual(['found Never push.', 'found Always lint.']);
  const { confirm, correct, remove, add } = editing.getState();
  await confirm(rule('Never push.'));
  await correct(rule('Always lint.'), '  Always lint the styles. ');
  await add('Ask before a migration');
  expect(shown()).toEqual([
    'confirmed Never push.',
    'corrected Always lint the styles.',
    'added Ask before a migration',
  ]);
  await remove(rule('Never push.'));
  await remove(rule('Ask before a migration'));
  expect(shown()).toEqual(['corrected Always lint the styles.']);
  expect(editing.getState().rules?.removed.map(({ found }) => found)).toEqual(['Never push.']);
  expect(editing.getState().version).toBe(5);

  const again = await setUp(records);
  expect(again.shown()).toEqual(['corrected Always lint the styles.']);
});

test('[K4] every edit can be undone, and the record goes with the last one', async () => {
  const { editing, records, shown, rule } = await setUp();
  await editing.getState().remove(rule('Never push.'));
  await editing.getState().add('Be brief');
  expect(records.content.size).toBe(1);
  await editing.getState().undo();
  expect(shown()).toEqual(['found Always lint.']);
  await editing.getState().undo();
  expect(shown()).toEqual(['found Never push.', 'found Always lint.']);
  expect([editing.getState().canUndo, records.content.size]).toEqual([false, 0]);
  await editing.getState().undo();
  expect(shown()).toHaveLength(2);
});

test('[K4] a corrected rule is reset, and corrected to its own words it is confirmed', async () => {
  const { editing, shown, rule } = await setUp();
  await editing.getState().correct(rule('Never push.'), 'Never push to main.');
  await editing.getState().correct(rule('Never push to main.'), 'Never push.');
  expect(shown()).toEqual(['confirmed Never push.', 'found Always lint.']);
  await editing.getState().reset('Never push.');
  expect(shown()).toEqual(['found Never push.', 'found Always lint.']);
});

test('[K4] sub-agents have their own rules', async () => {
  const { editing, records } = await setUp();
  await editing.getState().add('Be brief');
  await editing.getState().read({ session: 's', child: [1, 0] });
  expect(editing.getState().edits).toEqual([]);
  await editing.getState().add('Be bold');
  await editing.getState().read(PLACE);
  expect(editing.getState().edits).toEqual([{ type: 'added', text: 'Be brief' }]);
  expect(records.content.size).toBe(1);
});

test('[K4] an edit that cannot be stored counts, and the failure is shown', async () => {
  const { editing, records, shown } = await setUp();
  records.failNextWrite('QuotaExceededError');
  await editing.getState().add('Be brief');
  expect(shown()).toContain('added Be brief');
  expect(editing.getState().failure?.what).toContain('Could not save the edit');
});

test('[K4] damaged edits are left out', async () => {
  const records = memoryStore();
  const edits = [{ type: 'added', text: 'Be brief' }, { type: 'added' }, { type: 'else', text: 'x' }, 7];
  records.content.set('s', { version: 1, id: 's', places: [{ child: '', edits }, 'rubbish'] });
  const { editing } = await setUp(records);
  expect(editing.getState().edits).toEqual([{ type: 'added', text: 'Be brief' }]);
});

test('[K4] edits travel with an exported session, and do not replace those that are here', async () => {
  const { editing } = await setUp();
  await editing.getState().add('Be brief');
  const exported = await editing.getState().exported('s');
  const { editing: other, records } = await setUp();
  await other.getState().take('t', JSON.parse(JSON.stringify(exported)));
  await other.getState().take('t', { places: [] });
  expect(await other.getState().read({ session: 't', child: [] })).toEqual([{ type: 'added', text: 'Be brief' }]);
  expect([...records.content.keys()]).toEqual(['t']);
  expect(await other.getState().exported('unknown')).toBeUndefined();
});

test('[K4] an edit is shown once it is stored', async () => {
  const { editing, records, shown } = await setUp();
  const release = records.holdWrites();
  const adding = editing.getState().add('Be brief');
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown()).not.toContain('added Be brief');
  release();
  await adding;
  expect(shown()).toContain('added Be brief');
  expect((await setUp(records)).shown()).toContain('added Be brief');
});

test('[K4] a full store is reported, and the edit counts as long as the page is open', async () => {
  const { editing, records, shown } = await setUp();
  records.failNextWrite('QuotaExceededError');
  await editing.getState().add('Be brief');
  expect(shown()).toContain('added Be brief');
  expect(editing.getState().failure?.what).toContain('Could not save the edit');
});
