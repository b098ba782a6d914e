import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../base/result';
import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import type { SessionPlace } from '../sessions/session-place';
import { SessionEngines } from './session-engines';

const place = (session: string, ...child: number[]): SessionPlace => ({ session, child });

function enginesForTest(edits: () => readonly RuleEdit[] = () => []) {
  const told: string[] = [];
  let started = 0;
  const engines = new SessionEngines({
    start: async () => {
      started += 1;
      const name = `engine-${started}`;
      return {
        stop: () => void told.push(`${name} stopped`),
        ask: async (method, request) => {
          const { child = null, edits: edited = child } = request as { child?: unknown; edits?: unknown };
          told.push(`${name} ${method} ${JSON.stringify(edited)}`);
          return { summary: {}, timeline: {}, rows: [] } as never;
        },
      };
    },
    content: async ({ session, child }) =>
      session === 'gone'
        ? fail({ what: 'It is gone.', advice: 'Import it again.' })
        : ok({ type: 'stored', body: new Blob([]), child }),
    ruleEdits: async () => ok(edits()),
  });
  return { engines, told };
}

describe('engines for several sessions', () => {
  it('open a session once for all that use it, and a sub-agent by itself', async () => {
    const { engines, told } = enginesForTest();
    await Promise.all([1, 2, 3].map(() => engines.use(place('a'), async () => undefined)));
    await engines.use(place('a', 2), async () => undefined);
    expect(told).toEqual(['engine-1 open-session []', 'engine-2 open-session [2]']);
  });

  it('keep two open, and close the one that was not used for longest', async () => {
    const { engines, told } = enginesForTest();
    for (const session of ['a', 'b', 'a', 'c']) await engines.use(place(session), async () => undefined);
    await Promise.resolve();
    expect(told.filter((each) => each.endsWith('stopped'))).toEqual(['engine-2 stopped']);
    engines.closeIdle();
    await Promise.resolve();
    expect(told.filter((each) => each.endsWith('stopped'))).toHaveLength(3);
  });

  it('never close one that is used', async () => {
    const { engines, told } = enginesForTest();
    let goOn = () => {};
    const working = engines.use(place('a'), () => new Promise<void>((resolve) => (goOn = resolve)));
    for (const session of ['b', 'c', 'd']) await engines.use(place(session), async () => undefined);
    engines.closeIdle();
    await Promise.resolve();
    expect(told).not.toContain('engine-1 stopped');
    goOn();
    await working;
  });

  it('say why a session cannot be opened, and open it anew the next time', async () => {
    const { engines, told } = enginesForTest();
    await expect(engines.use(place('gone'), async () => undefined)).rejects.toThrow('It is gone.');
    await expect(engines.use(place('gone'), async () => undefined)).rejects.toThrow('It is gone.');
    await Promise.resolve();
    expect(told.filter((each) => each.endsWith('stopped'))).toHaveLength(2);
  });

  it('[K4] count the rules as the user edited them, also while they are open', async () => {
    let edits: readonly RuleEdit[] = [];
    const { engines, told } = enginesForTest(() => edits);
    await engines.use(place('a'), async () => undefined);
    edits = [{ type: 'added', text: 'Be brief' }];
    for (let times = 0; times < 2; times++) await engines.use(place('a'), async () => undefined);
    expect(told).toEqual(['engine-1 open-session []', `engine-1 edit-rules ${JSON.stringify(edits)}`]);
  });
});
