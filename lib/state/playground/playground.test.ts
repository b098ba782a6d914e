import { describe, expect, it } from 'vitest';
import type { ChatModel, ModelOutcome } from '../../agent/journal/chat-model';
import { snip } from '../../agent/lessons/snip';
import { playground as smallWindow } from '../../policies/presets/playground';
import { readingModel, type TestBrowser, testBrowser } from '../../worker/agent/agent.test-support';
import { openTab, type Tab, tabWithRun, text } from './open-tab.test-support';

describe('a run', () => {
  it('uses the pace chosen while it was opened', async () => {
    const { state, run, until } = openTab(testBrowser());
    state().start();
    await state().begin({ text: 'read it' });
    expect(state().open.type).toBe('opening');
    state().setPace('fast');
    await until(() => expect(run().pace).toBe('fast'));
  });

  it('continues with the prompts that follow the first, each when the agent has finished', async () => {
    const { state, run, rests } = openTab(testBrowser());
    state().start();
    await state().begin({ text: 'read it', followUps: ['and again'] });
    await rests(3);
    const prompts = run().items.flatMap((item) => (item.type === 'prompt' ? [item.text] : []));
    expect(prompts).toEqual(['read it', 'and again']);
    expect(run().waiting).toEqual([]);
  });

  it('of a lesson is not stored, and waits until it is started', async () => {
    const { state, run, rests, until } = openTab(testBrowser());
    state().start();
    await state().openLesson(snip);
    await until(() => expect(state().open.type).toBe('open'));
    expect([run().items, run().policy.id, run().notKept]).toEqual([[], snip.policy.id, undefined]);
    await state().startLesson(snip);
    await rests(1);
    expect(run().items[0]).toMatchObject({ type: 'prompt', text: snip.prompts[0] });
    expect(state().runs).toEqual([]);
  });

  it('shows what the agent does and how its context changes', async () => {
    const { run, types, state } = await tabWithRun();
    expect(types()).toEqual(['prompt', 'reply', 'reply']);
    const [, first] = run().items;
    expect(first).toMatchObject({ type: 'reply', call: 0, tools: [{ name: 'Read', result: { isError: false } }] });
    expect(run()).toMatchObject({
      title: 'read it',
      policy: { id: 'playground' },
      canUndo: true,
      lastRequest: { call: 1 },
    });
    expect(run().meter).toMatchObject({ window: 20_000, calls: 2, forks: 0, rereads: 0 });
    expect(run().meter.used).toBeGreaterThan(0);
    expect(run().simulation).toMatchObject({ calls: 2, used: { length: 2 } });
    const { open } = state();
    expect(open).toMatchObject({ session: { rows: { length: 4 }, timeline: { calls: 2 } } });
  });

  it('provides details when someone looks at them', async () => {
    const { state, run } = await tabWithRun();
    const { asks } = state();
    const context = await asks.context(1);
    expect(context.after.map((message) => message.type === 'recorded' && message.index)).toEqual([0, 1, 2]);
    expect((await asks.messages.message({ call: 1, side: 'after', place: 0 })).parts).toEqual([
      { kind: 'text', text: 'read it' },
    ]);
    expect((await asks.messages.recorded(0)).kind).toBe('prompt');
    expect(await asks.messages.violations({ call: 1, side: 'after', provider: 'anthropic' })).toEqual([]);
    expect((await asks.messages.search('two')).keys).toEqual(['2.0']);
    expect(JSON.parse((await asks.request(1)).text)).toMatchObject({ messages: { length: 3 } });
    const [, reply] = run().items;
    const callId = reply?.type === 'reply' ? (reply.tools[0]?.callId ?? '') : '';
    expect(await asks.resultText(callId)).toContain('two');
    expect(await asks.fileText('a.txt')).toBe(text);
    await expect(asks.fileText('gone.txt')).rejects.toMatchObject({ what: 'gone.txt no longer exists.' });
    await expect(asks.countTokens()).rejects.toMatchObject({ what: 'It counts no tokens.' });
    expect(await (await asks.transcript()).text()).toContain('"type":"highwater"');
    expect((await asks.workspace()).size).toBeGreaterThan(1_024);
    expect(await state().saveAsSession()).toBe('/simulate?session=x');
  });

  it('shows an earlier call as it was, though it is not stored', async () => {
    const browser = testBrowser();
    const { state, run, rests } = await tabWithRun(browser);
    for (let prompt = 0; prompt < 8; prompt++) {
      await state().say(`say ${prompt}`);
      await rests(3 + prompt);
    }
    const first = await state().asks.request(0);
    expect(JSON.parse(first.text).messages).toHaveLength(1);
    expect((await state().asks.context(2)).after).toHaveLength(5);
    expect(await state().asks.request(0)).toEqual(first);
    expect(run().lastRequest).toEqual({ call: 9 });
  });

  it('[F9] accepts commands, and reports unknown ones', async () => {
    const { state, run, types, until } = await tabWithRun();
    await state().say('/compact the reading');
    await until(() => expect(types().slice(3)).toEqual(['command', 'fork', 'work']));
    expect(run().meter.forks).toBe(1);
    expect(run().simulation.compactions).toHaveLength(1);
    expect([...run().resultStates.values()]).toEqual(['gone']);
    expect(await state().say('/nonsense')).toBe(false);
    expect(state().answer).toMatchObject({ type: 'refused', what: expect.stringContaining('/nonsense') });
    expect(await state().say('/help')).toBe(true);
    expect(state().answer).toEqual({ type: 'show', what: 'help' });
  });

  it('accepts a policy, a model, limits and files from the user', async () => {
    const { state, run, types, until } = await tabWithRun();
    await state().choosePolicy({ ...smallWindow, title: 'Mine' });
    await state().chooseModel({ type: 'api', id: 'claude-sonnet-4-5', thinks: false, serverClears: false });
    await state().setLimits({ calls: 3, dollars: 1 });
    await state().changeFiles([
      { path: 'a.txt', text: 'three' },
      { path: 'b/c.txt', text: 'new' },
    ]);
    await until(() => expect(types().slice(3)).toEqual(['policy', 'model', 'limits', 'files']));
    expect(run()).toMatchObject({ policy: { title: 'Mine' }, model: { type: 'api' }, limits: { calls: 3 } });
    expect(run().files).toMatchObject([
      { path: 'a.txt', characters: 5, isChanged: true },
      { path: 'b/c.txt', characters: 3, isChanged: true },
    ]);
    // The user may write where the agent only reads.
    await state().changeFiles([
      { path: '~/notes.md', text: 'mine' },
      { path: '/etc/app.conf', text: 'on' },
    ]);
    await until(() =>
      expect(run().files.map(({ path }) => path)).toEqual([
        ...['/etc/app.conf', '/home/agent/notes.md', 'a.txt', 'b/c.txt'],
      ]),
    );
    await state().changeFiles([{ path: '../secret', text: 'x' }]);
    expect(state().answer).toMatchObject({ type: 'refused', what: expect.stringContaining('outside') });
    await state().resetFiles();
    await until(() => expect(run().files).toMatchObject([{ path: 'a.txt', characters: 8, isChanged: false }]));
    expect(await state().asks.countTokens()).toMatchObject({ byApi: 1_234 });
  });

  it('shows choices immediately, so the next choice builds on them', async () => {
    const { state, run, types, until } = await tabWithRun();
    const model = { type: 'api', id: 'claude-sonnet-4-5', thinks: true, serverClears: false } as const;
    void state().chooseModel(model);
    expect(run().model).toEqual(model);
    void state().chooseModel({ ...model, serverClears: true });
    void state().setLimits({ ...run().limits, calls: 7 });
    void state().setLimits({ ...run().limits, dollars: 2 });
    void state().chooseSections({ ...run().system.choices, hasServer: true });
    expect(run().system.choices.hasServer).toBe(true);
    await until(() => expect(types().slice(3)).toEqual(['model', 'model', 'limits', 'limits', 'sections']));
    expect(run()).toMatchObject({ model: { thinks: true, serverClears: true }, limits: { calls: 7, dollars: 2 } });
  });

  it('[A1] stores no secret in the memory folder, if the user writes one there', async () => {
    const { state, run, until } = await tabWithRun();
    const key = `sk-ant-api03-${'Ab3'.repeat(31)}AA`;
    const path = '/home/agent/.claude/projects/-workspace/memory/key.md';
    expect(await state().changeFiles([{ path, text: `Use ${key}.` }])).toBe(true);
    await until(() => expect(run().files.map((file) => file.path)).toContain(path));
    expect(await state().asks.fileText(path)).toBe('Use [secret: anthropic key].');
  });

  it('shows what waits for the next call, until it happens', async () => {
    const { state, run, until } = openTab(testBrowser(), {
      ask: (_, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ type: 'stopped' }))),
    });
    await state().begin({ text: 'read it' });
    await until(() => expect([run().status.type, run().items.length]).toEqual(['asking', 1]));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await state().say('and be quick');
    await until(() => expect(run().waiting).toEqual(['and be quick']));
    state().close();
  });

  it('continues for as many calls again after reaching its limit', async () => {
    const { state, run, until, rests } = openTab(testBrowser());
    await state().begin({ text: 'read it', limits: { calls: 1, dollars: 5 } });
    await until(() => expect(run().status).toMatchObject({ type: 'help', why: { type: 'call-limit', calls: 1 } }));
    await state().goOn();
    await rests(2);
  });

  it('/undo removes a turn and redo restores it, also after a reload', async () => {
    const browser = testBrowser();
    const { state, run, types, until, rests } = await tabWithRun(browser);
    await state().say('and more');
    await rests(3);
    await state().say('/undo');
    await until(() => expect(types()).toEqual(['prompt', 'reply', 'reply']));
    const { id } = run();
    state().close();

    const later = openTab(browser);
    await later.state().openRun(id);
    await later.until(() => expect(later.run().canRedo).toBe(true));
    await later.state().redo();
    await later.until(() => expect(later.types()).toHaveLength(5));
    expect(later.run().canRedo).toBe(false);
  });

  it('/clear starts another run with the current files, and keeps the old one', async () => {
    const { state, run, until } = await tabWithRun();
    const { id } = run();
    await state().changeFiles([{ path: 'a.txt', text: 'three' }]);
    await state().say('/wait 1d');
    await until(() => expect(run().passedMs).toBe(86_400_000));
    await state().say('/clear');
    await until(() => expect(run().id).not.toBe(id));
    expect(run()).toMatchObject({ items: [], files: [{ path: 'a.txt', characters: 5, isChanged: false }] });
    // Its clock does not go back.
    expect(run().passedMs).toBe(86_400_000);
    await until(() => expect(state().runs.map((each) => each.id)).toEqual([id]));
  });
});

describe('nothing is lost', () => {
  it('lists runs, and continues from the last entry after a reload', async () => {
    const browser = testBrowser();
    const stopped: ModelOutcome = { type: 'stopped' };
    const waits: ChatModel = {
      ask: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(stopped))),
    };
    const first = openTab(browser, waits);
    await first.state().begin({ text: 'read it' });
    await first.until(() => expect(first.run().status.type).toBe('asking'));
    const { id } = first.run();
    // As a tab that is closed: nobody says goodbye.
    first.agent.stop();
    const reloaded = openTab({ ...browser, lock: async () => () => undefined });
    reloaded.state().start();
    await reloaded.until(() => expect(reloaded.state().isLoaded).toBe(true));
    await reloaded.state().openRun(id);
    await reloaded.until(() => expect(reloaded.run().status).toEqual({ type: 'resting' }));
    await reloaded.state().goOn();
    await reloaded.rests(2);
    expect(reloaded.types()).toEqual(['prompt', 'reply', 'reply']);
    expect(reloaded.state().runs).toMatchObject([{ id, title: 'read it', calls: 2 }]);
  });

  it.each([
    ['in another tab', (_browser: TestBrowser, other: Tab, id: string) => other.state().removeRun(id)],
    ['with the site data', async (browser: TestBrowser) => browser.deleteJournals()],
  ])('that is deleted %s while it asks a model stops, says so, and is stored nowhere again', async (_, remove) => {
    const browser = testBrowser();
    const other = openTab(browser);
    other.state().start();
    const signals: AbortSignal[] = [];
    const asking: ChatModel = {
      ask: (_request, { signal }) => {
        signals.push(signal);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ type: 'stopped' })));
      },
    };
    const tab = openTab(browser, asking);
    tab.state().start();
    await tab.state().begin({ text: 'read it' });
    await tab.until(() => expect(signals).toHaveLength(1));
    const { id } = tab.run();
    await other.until(() => expect(other.state().runs.map((run) => run.id)).toEqual([id]));
    const listed = async () => {
      const { runs } = other.state();
      const left = await browser.runs.list();
      return [runs.length, left.ok ? left.value.records.filter(({ removedMs }) => removedMs === undefined).length : -1];
    };
    const entries = () => [...browser.journalRecords.content.keys()].length;

    await remove(browser, other, id);
    await tab.until(() => expect(tab.run().status.type).toBe('deleted'));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(tab.run().status).toMatchObject({ what: 'This run was deleted in another tab, or with the site data.' });
    const [left, before] = [entries(), await listed()];
    for (const ask of ['say', 'goOn'] as const) {
      await (ask === 'say' ? tab.state().say('Go on') : tab.state().goOn());
      expect(tab.state().answer).toMatchObject({ type: 'refused', what: expect.stringContaining('/clear') });
    }
    expect([signals.length, entries(), await listed()]).toEqual([1, left, before]);
    const file = await tab.state().asks.transcript();
    expect(await file.text()).toContain('read it');

    if (other.removed.length > 0) {
      other.removed[0]?.();
      await tab.until(() => expect(tab.run().status.type).toBe('resting'));
      void tab.state().goOn();
      await tab.until(() => expect(signals).toHaveLength(2));
      return;
    }
    await tab.state().say('/clear');
    await tab.until(() => expect([tab.run().id === id, tab.run().status.type]).toEqual([false, 'idle']));
    expect([...browser.journalRecords.content.keys()].some((key) => key.startsWith(`${id}/`))).toBe(false);
  });

  it('a second tab watches, changes nothing, and can open an independent copy', async () => {
    const browser = testBrowser();
    const first = await tabWithRun(browser);
    const { id } = first.run();
    const second = openTab(browser);
    await second.state().openRun(id);
    await second.until(() => expect(second.run()).toMatchObject({ id, role: 'watches', canUndo: false }));
    expect(second.types()).toEqual(first.types());
    expect(await second.state().say('from here')).toBe(false);
    await second.state().chooseModel({ type: 'api', id: 'claude-opus-5-5', thinks: false, serverClears: false });
    expect(second.run().model).toEqual({ type: 'scripted' });
    await first.state().say('more');
    await first.rests(3);
    await second.until(() => expect(second.types()).toEqual(first.types()));
    expect((await second.state().asks.context(2)).after).toHaveLength(5);
    await first.state().undo();
    await second.until(() => expect(second.types()).toEqual(['prompt', 'reply', 'reply']));
    await second.state().copyRun(id);
    await second.until(() => expect(second.types()).toEqual(['prompt', 'reply', 'reply']));
    expect(second.run().id).not.toBe(id);
    await second.state().say('only here');
    await second.rests(3);
    expect(first.types()).toHaveLength(3);
    first.state().close();
    await second.state().openRun(id);
    await second.until(() => expect([second.run().id, second.types().length]).toEqual([id, 3]));
  });

  it.each([
    ['in a third tab', false],
    ['with the site data', true],
  ])('a watching tab says that the run was deleted %s, and keeps what it shows', async (_, isWithSiteData) => {
    const browser = testBrowser();
    const first = await tabWithRun(browser);
    const { id } = first.run();
    const [second, third] = [openTab(browser), openTab(browser)];
    third.state().start();
    await third.until(() => expect(third.state().runs.map((run) => run.id)).toEqual([id]));
    await second.state().openRun(id);
    await second.until(() => expect(second.run()).toMatchObject({ id, role: 'watches' }));
    const shown = second.types();
    if (isWithSiteData) browser.deleteJournals();
    else await third.state().removeRun(id);
    await second.until(() => expect(second.run().status.type).toBe('deleted'));
    expect(second.run().status).toEqual({
      type: 'deleted',
      what: 'This run was deleted in another tab, or with the site data.',
      advice: 'What this tab shows stays here, and can be exported under “Runs…”.',
    });
    expect(await second.state().say('go on')).toBe(false);
    expect(second.state().answer).toMatchObject({ what: expect.stringContaining('was deleted') });
    first.state().close();
    await second.until(() => expect(second.run().role).toBe('free'));
    expect([second.run().status.type, second.types()]).toEqual(['deleted', shown]);
    expect(await (await second.state().asks.transcript()).text()).toContain('read it');
    if (isWithSiteData) return;
    third.removed[0]?.();
    await second.until(() => expect(second.run().status.type).not.toBe('deleted'));
    expect(second.types()).toEqual(shown);
  });

  it('a watching tab can continue once the other is closed, and only one of them', async () => {
    const browser = testBrowser();
    const first = await tabWithRun(browser);
    const { id } = first.run();
    const second = openTab(browser);
    const third = openTab(browser);
    for (const tab of [second, third]) {
      await tab.state().openRun(id);
      await tab.until(() => expect(tab.run().role).toBe('watches'));
    }
    first.state().close();
    for (const tab of [second, third]) await tab.until(() => expect(tab.run().role).toBe('free'));
    await second.state().openRun(id);
    await second.until(() => expect(second.run().role).toBe('runs'));
    await third.until(() => expect(third.run().role).toBe('watches'));
    await second.state().say('more');
    await second.rests(3);
    await third.until(() => expect(third.types()).toEqual(second.types()));
    expect(await third.state().say('from here')).toBe(false);
  });

  it('uses a set-up for the run, and for the next one', async () => {
    const tab = openTab(testBrowser());
    tab.state().start();
    await tab.state().begin();
    await tab.until(() => expect(tab.run().setup.isFixed).toBe(false));
    const own = { system: 'Be brief.', instructions: 'Never run anything.', toolsOff: ['Read'], task: 'say hello' };
    await tab.state().setUp(own);
    await tab.state().say('say hello');
    await tab.rests(1);
    const sent: unknown = JSON.parse((await tab.state().asks.request(0)).text);
    expect(sent).toMatchObject({
      system: [{ text: 'Be brief.' }, { text: expect.stringContaining('Never run anything.') }],
    });
    expect(sent).not.toHaveProperty('tools');
    expect(tab.run().setup).toMatchObject({ own, isFixed: true });
    expect(await (await tab.state().asks.transcript()).text()).toContain('Never run anything.');
    await tab.state().begin({ text: 'again' });
    await tab.rests(1);
    expect(tab.run().setup.own).toEqual(own);
    const { id } = tab.run();
    await tab.state().changeFiles([{ path: 'b.txt', text: 'mine' }]);
    await tab.until(() => expect(tab.run().files).toHaveLength(2));
    await tab.state().beginAgain({ system: 'Another.' });
    await tab.until(() => expect(tab.run()).toMatchObject({ setup: { own: { system: 'Another.' } } }));
    expect(tab.run().id).not.toBe(id);
    expect(tab.run().files.map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);
    expect(tab.state().nextSetup()).toEqual({ system: 'Another.' });
  });

  it('asks before the first paid call, once for each model, and again in a copy', async () => {
    const tab = openTab(testBrowser());
    tab.state().start();
    const model = { type: 'api', id: 'claude-opus-5-5', thinks: false, serverClears: false } as const;
    await tab.state().begin({ model, text: 'hello' });
    await tab.until(() => expect(tab.run().status.type).toBe('confirm'));
    expect(tab.run().status).toMatchObject({ toSend: { model: model.id, provider: 'default', messages: 1, files: 1 } });
    await tab.state().approve();
    await tab.rests(1);
    await tab.state().say('hello again');
    await tab.rests(2);
    await tab.state().chooseModel({ ...model, id: 'claude-sonnet-5-5' });
    await tab.state().say('and again');
    await tab.until(() => expect(tab.run().status).toMatchObject({ toSend: { model: 'claude-sonnet-5-5' } }));
    await tab.state().chooseModel(model);
    await tab.state().goOn();
    await tab.rests(3);
    await tab.state().copyRun(tab.run().id);
    await tab.until(() => expect(tab.run()).toMatchObject({ meter: { calls: 3 }, status: { type: 'idle' } }));
    await tab.state().say('in the copy');
    await tab.until(() => expect(tab.run().status.type).toBe('confirm'));
  });

  it('opens a copy of the intact part of a damaged run, and says so', async () => {
    const browser = testBrowser();
    const first = await tabWithRun(browser);
    const { id } = first.run();
    first.state().close();
    browser.journalRecords.content.set(`${id}/0000003`, { type: 'results' });
    const second = openTab(browser);
    await second.state().openRun(id);
    await second.until(() => expect(second.types()).toEqual(['prompt', 'reply', 'problem']));
    expect(second.run().id).not.toBe(id);
    expect(browser.journalRecords.content.get(`${id}/0000003`)).toEqual({ type: 'results' });
  });

  it('reports a missing run', async () => {
    const { state, until } = openTab(testBrowser());
    await state().openRun('gone');
    await until(() =>
      expect(state().open).toMatchObject({ type: 'failed', what: 'This run is not stored in this browser.' }),
    );
  });

  it('without storage, the agent still works, and a notice says so', async () => {
    const browser = testBrowser();
    browser.journalRecords.failNextWrite('SecurityError');
    const tab = await tabWithRun(browser);
    expect(tab.run().notKept?.what).toContain('Could not save the run');
    expect(tab.state().runs).toEqual([]);
  });

  it('a run that is deleted while the agent works stays deleted', async () => {
    const browser = testBrowser();
    const slow = readingModel();
    const { state, run, until } = openTab(browser, {
      ask: async (request, options) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return slow.ask(request, options);
      },
    });
    state().start();
    await state().begin({ text: 'read it' });
    await until(() => expect(state().runs).toHaveLength(1));
    const { id } = run();
    await state().removeRun(id);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(state().runs).toEqual([]);
  });

  it('restores a deleted run', async () => {
    const { state, run, until, removed } = await tabWithRun();
    const { id } = run();
    await until(() => expect(state().runs).toHaveLength(1));
    await state().removeRun(id);
    expect([state().runs, state().open.type]).toEqual([[], 'none']);
    removed[0]?.();
    await until(() => expect(state().runs).toMatchObject([{ id }]));
  });
});
