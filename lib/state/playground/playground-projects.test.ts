import { describe, expect, it } from 'vitest';
import { testBrowser } from '../../worker/agent/agent.test-support';
import { openTab, type Tab, tabWithRun } from './open-tab.test-support';

describe('a project', () => {
  const MEMORY = { path: '/home/agent/notes.md', text: 'Tabs, not spaces.' };
  const home = (tab: Tab) => tab.run().files.flatMap(({ path }) => (path.startsWith('/home/') ? [path] : []));
  const teach = async (tab: Tab) => {
    await tab.state().changeFiles([MEMORY]);
    await tab.until(() => expect(home(tab)).toEqual([MEMORY.path]));
  };
  const isStored = (tab: Tab) =>
    tab.until(async () =>
      expect((await tab.state().asks.home()).files[0]?.versions[0]).toMatchObject({ isCurrent: true }),
    );

  it('[J1] has a next session with /clear, in the list and as a new run, each with what those before it left', async () => {
    const tab = await tabWithRun();
    expect(tab.run().project).toMatchObject({ id: 'sample', session: 1 });
    await tab.until(() => expect(tab.state().projects).toMatchObject([{ id: 'sample', title: 'Sample repository' }]));
    await teach(tab);
    await tab.state().say('/wait 3d');
    await tab.until(() => expect(tab.run().passedMs).toBe(3 * 86_400_000));
    const writtenMs = tab.run().files[0]?.modifiedMs ?? 0;
    await tab.state().say('/clear');
    await tab.until(() => expect(tab.run().project).toMatchObject({ session: 2 }));
    expect(home(tab)).toEqual([MEMORY.path]);
    // Its age goes on: written on day one, by a clock that does not go back.
    expect(tab.run().files[0]?.modifiedMs).toBe(writtenMs);
    await tab.state().say('hello');
    await tab.rests(1);
    expect(tab.state().runs[0]).toMatchObject({ title: 'hello', project: { id: 'sample', session: 2 } });

    await tab.state().begin({ text: 'anew' });
    await tab.until(() => expect(tab.run()).toMatchObject({ project: { session: 3 }, passedMs: 3 * 86_400_000 }));
    expect(home(tab)).toEqual([MEMORY.path]);
    expect(await tab.state().asks.fileText(MEMORY.path)).toBe(MEMORY.text);
  });

  it('[J1] withdraws what was undone, or names the later session that began with it; redo puts it back', async () => {
    const browser = testBrowser();
    const tab = await tabWithRun(browser);
    const first = tab.run().id;
    await tab.state().say('remember');
    await tab.rests(3);
    await teach(tab);
    await isStored(tab);
    await tab.state().undo();
    await tab.until(() => expect(home(tab)).toEqual([]));
    expect((await tab.state().asks.home()).files).toMatchObject([{ isGone: true, versions: [{ isUndone: true }] }]);
    expect(tab.state().answer).toBeUndefined();
    await tab.state().redo();
    await tab.until(() => expect(home(tab)).toEqual([MEMORY.path]));
    expect((await tab.state().asks.home()).files).toMatchObject([
      { isGone: false, versions: [{ isCurrent: true }, {}] },
    ]);

    await tab.state().say('/clear');
    await tab.until(() => expect(tab.run().project).toMatchObject({ session: 2 }));
    const second = tab.run().id;
    await tab.state().say('what do you know?');
    await tab.rests(1);
    await tab.state().openRun(first);
    await tab.until(() => expect(tab.run().id).toBe(first));
    await tab.state().undo();
    await tab.until(() => expect(home(tab)).toEqual([]));
    expect(tab.state().answer).toEqual({
      type: 'said',
      what: 'Undone in this session. The project keeps ~/notes.md, because session 2 began with it.',
    });
    expect((await tab.state().asks.home()).files).toMatchObject([{ isGone: false }]);
    await tab.state().openRun(second);
    await tab.until(() => expect([tab.run().id, home(tab)]).toEqual([second, [MEMORY.path]]));
  });

  it('[J1] withdraws what only a session began with in which nothing was said', async () => {
    const tab = await tabWithRun();
    const { id } = tab.run();
    await teach(tab);
    await tab.state().say('/clear');
    await tab.until(() => expect(tab.run().project).toMatchObject({ session: 2 }));
    await tab.state().openRun(id);
    await tab.until(() => expect(tab.run().id).toBe(id));
    await tab.state().undo();
    await tab.until(() => expect(tab.run().items).toEqual([]));
    expect(tab.state().answer).toBeUndefined();
    expect((await tab.state().asks.home()).files).toMatchObject([{ isGone: true }]);
  });

  it('[J1] has sessions in two tabs, each with its own view of the home folder', async () => {
    const browser = testBrowser();
    const first = await tabWithRun(browser);
    const second = await tabWithRun(browser);
    expect([first.run().project?.session, second.run().project?.session]).toEqual([1, 2]);
    await teach(first);
    await isStored(first);
    expect(home(second)).toEqual([]);
    await second.state().changeFiles([{ ...MEMORY, text: 'Spaces.' }]);
    await second.until(() => expect(home(second)).toEqual([MEMORY.path]));
    await second.until(async () => expect((await first.state().asks.home()).files[0]?.versions).toHaveLength(2));
    const [file] = (await first.state().asks.home()).files;
    expect(file?.versions).toMatchObject([
      { session: 2, isCurrent: true },
      { session: 1, isCurrent: false },
    ]);
    const older = file?.versions[1]?.place ?? -1;
    expect(await second.state().asks.homeText(older)).toBe(MEMORY.text);
    await expect(second.state().asks.homeText(99)).rejects.toMatchObject({
      what: 'This version is not stored in this browser.',
    });
    expect(await first.state().asks.fileText(MEMORY.path)).toBe(MEMORY.text);
    await first.state().say('/clear');
    await first.until(() => expect(first.run().project).toMatchObject({ session: 3 }));
    expect(await first.state().asks.fileText(MEMORY.path)).toBe('Spaces.');
  });

  it('[J1] says that a version could not be stored, and goes on once there is room', async () => {
    const browser = testBrowser();
    const tab = await tabWithRun(browser);
    const { add } = browser.homeRecords;
    browser.homeRecords.add = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    await tab.state().changeFiles([MEMORY]);
    await tab.until(() =>
      expect(tab.run().status).toMatchObject({
        type: 'unsaved',
        what: 'Could not save the home folder: the browser’s storage quota is full.',
      }),
    );
    expect(home(tab)).toEqual([MEMORY.path]);
    browser.homeRecords.add = add;
    await tab.state().goOn();
    await tab.rests(2);
    await isStored(tab);
    browser.homeRecords.failNextWrite('QuotaExceededError');
    await tab.state().undo();
    expect(tab.state().answer).toMatchObject({ type: 'refused', what: expect.stringContaining('quota is full') });
    expect([home(tab), tab.types().length]).toEqual([[MEMORY.path], 4]);
    const { id } = tab.run();
    tab.state().close();
    const later = openTab(browser);
    await later.state().openRun(id);
    await later.until(() => expect(home(later)).toEqual([MEMORY.path]));
  });

  it('[J1] has what a tab wrote that ended before it could say so', async () => {
    const browser = testBrowser();
    const tab = await tabWithRun(browser);
    const { add } = browser.homeRecords;
    browser.homeRecords.add = () => new Promise(() => undefined);
    await tab.state().changeFiles([MEMORY]);
    await tab.until(() => expect(home(tab)).toEqual([MEMORY.path]));
    const entries = () => [...browser.journalRecords.content.values()];
    await tab.until(() => expect(entries()).toContainEqual(expect.objectContaining({ type: 'files' })));
    tab.agent.stop();
    browser.homeRecords.add = add;
    const later = openTab({ ...browser, lock: async () => () => undefined });
    later.state().start();
    await later.state().begin({ text: 'hello' });
    await later.rests(1);
    expect(home(later)).toEqual([MEMORY.path]);
  });

  it('starts without a part of the home folder that cannot be read, and says so', async () => {
    const browser = testBrowser();
    const tab = await tabWithRun(browser);
    await teach(tab);
    await isStored(tab);
    browser.homeRecords.content.set('sample/v/0000001', { type: 'written', path: 7 });
    await tab.state().say('/clear');
    await tab.until(() => expect(tab.run().project).toMatchObject({ session: 2 }));
    expect(home(tab)).toEqual([]);
    expect(tab.run().items).toMatchObject([
      { type: 'problem', what: expect.stringContaining('version 2: "path" must be a string') },
    ]);
    expect((await tab.state().asks.home()).damage).toEqual(['version 2: "path" must be a string']);
  });

  it('[J1] starts with the newer of a file and a folder that two tabs gave the same name, and says so', async () => {
    const browser = testBrowser();
    const first = await tabWithRun(browser);
    const second = await tabWithRun(browser);
    await first.state().changeFiles([{ path: '/home/agent/notes', text: 'a file' }]);
    await first.until(() => expect(home(first)).toEqual(['/home/agent/notes']));
    await isStored(first);
    await second.state().changeFiles([{ path: '/home/agent/notes/a.md', text: 'in a folder' }]);
    await second.until(async () => expect((await second.state().asks.home()).files).toHaveLength(2));
    await first.state().say('/clear');
    await first.until(() => expect(first.run().project).toMatchObject({ session: 3 }));
    expect(home(first)).toEqual(['/home/agent/notes/a.md']);
    expect(first.run().items).toMatchObject([
      { type: 'problem', what: expect.stringContaining('(/home/agent/notes is a folder)') },
    ]);
  });

  it('is named by its folder, begun anew, renamed, and deleted with its runs; its memory outlasts its last run', async () => {
    const tab = await tabWithRun();
    await teach(tab);
    await isStored(tab);
    const { id } = tab.run();
    await tab.state().removeRun(id);
    await tab.until(() => expect(tab.state().runs).toEqual([]));
    const [sample] = tab.state().projects;
    if (sample === undefined) throw new Error('The project is gone');
    await tab.state().beginSession(sample);
    await tab.until(() => expect(home(tab)).toEqual([MEMORY.path]));

    await tab.state().begin({ files: { 'till.sh': 'open' }, project: { type: 'folder', name: 'shop' }, text: 'hello' });
    await tab.rests(1);
    expect(home(tab)).toEqual([]);
    await tab.state().begin({ files: { 'till.sh': 'shut' }, project: { type: 'folder', name: 'shop' } });
    await tab.until(() => expect(tab.run().project).toMatchObject({ session: 2 }));
    await tab.state().beginProject();
    await tab.until(() => expect(tab.run().project).toMatchObject({ session: 1 }));
    const titles = () => tab.state().projects.map(({ title }) => title);
    await tab.until(() => expect(titles()).toEqual(['Sample repository', 'shop', 'Sample repository 2']));

    const shop = tab.state().projects[1];
    if (shop === undefined) throw new Error('The project is gone');
    await tab.state().renameProject(shop, ' The shop ');
    await tab.until(() => expect(titles()[1]).toBe('The shop'));
    await tab.state().beginSession({ ...shop, title: 'The shop' });
    await tab.until(() => expect(tab.run().project).toMatchObject({ id: shop.id, session: 3 }));
    expect(await tab.state().asks.fileText('till.sh')).toBe('open');

    await tab.state().removeProject({ ...shop, title: 'The shop' });
    expect(tab.state().open.type).toBe('none');
    await tab.until(() => expect([titles().length, tab.state().runs]).toEqual([2, []]));
    tab.removed.at(-1)?.();
    await tab.until(() => expect([titles()[1], tab.state().runs.length]).toEqual(['The shop', 1]));
  });

  it('a copy of a run is a session of its own, and withdraws nothing of the one it copies', async () => {
    const browser = testBrowser();
    const tab = await tabWithRun(browser);
    const { id } = tab.run();
    await tab.state().say('remember');
    await tab.rests(3);
    await teach(tab);
    await isStored(tab);
    await tab.state().copyRun(id);
    await tab.until(() => expect(tab.run()).toMatchObject({ project: { session: 2 }, items: { length: 6 } }));
    await tab.state().undo();
    await tab.until(() => expect(home(tab)).toEqual([]));
    expect((await tab.state().asks.home()).files).toMatchObject([{ isGone: false, versions: { length: 1 } }]);
  });

  it('of a run from before there were projects begins with /clear', async () => {
    const browser = testBrowser();
    const tab = await tabWithRun(browser);
    await teach(tab);
    const { id } = tab.run();
    tab.state().close();
    const key = `${id}/0000000`;
    const { setup, ...begun } = Object(browser.journalRecords.content.get(key));
    const { project: _, ...old } = setup;
    browser.journalRecords.content.set(key, { ...begun, setup: old });
    await tab.state().openRun(id);
    await tab.until(() => expect(tab.run().project).toBeUndefined());
    await tab.state().say('more');
    await tab.rests(3);
    await tab.state().say('/clear');
    await tab.until(() => expect(tab.run().project).toMatchObject({ session: 1 }));
    expect(home(tab)).toEqual([MEMORY.path]);
    await tab.until(() => expect(tab.state().projects.at(-1)?.title).toBe('Untitled project'));
    expect((await tab.state().asks.home()).files).toMatchObject([{ versions: [{ session: 1 }] }]);
  });
});
