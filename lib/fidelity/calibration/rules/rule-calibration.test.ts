import { describe, expect, it } from 'vitest';
import { madeUpRules } from '../../../../scripts/bench/made-up-rules';
import { figuresOf } from '../calibrate';
import K4 from '../figures/K4.json';
import states from '../figures/K4-states.json';
import { labelledSession } from './labelled-session';
import { recordedRules } from './recorded-rules';
import { compareRules } from './rule-calibration';

describe('[K4] calibration', () => {
  it('has the figures that the help shows', async () => {
    const { found, judged } = await compareRules(madeUpRules(), [], undefined);
    expect(figuresOf(found)['made-up']).toEqual(K4['made-up']);
    expect(figuresOf(judged)['made-up']).toEqual(states['made-up']);
  });

  it('has at least 30 boundaries, in both parts', () => {
    const sets = [...madeUpRules(), ...recordedRules].map(({ set }) => set);
    expect(sets.length).toBeGreaterThanOrEqual(30);
    expect(sets.filter((set) => set === 'measure').length).toBeGreaterThanOrEqual(15);
  });

  it('reads labels, and takes them out of the text', () => {
    const file = '# Two rules\n--- user\nHi. [[Never push.]](kept) [[Be brief]](lost), ok?\n--- summary\nNever push.\n';
    const read = labelledSession(file);
    expect(read).toMatchObject({ ok: true, value: { title: 'Two rules', summary: 'Never push.' } });
    const [prompt] = read.ok ? read.value.prompts : [];
    expect(prompt?.text).toBe('Hi. Never push. Be brief, ok?');
    expect(prompt?.rules.map(({ start, end, state }) => [prompt.text.slice(start, end), state])).toEqual([
      ['Never push.', 'kept'],
      ['Be brief', 'lost'],
    ]);
  });

  it('counts a rule once, however it is cut, and what is not labelled as wrong', async () => {
    const file =
      '# a\n--- user\nok and [[never push, please]](lost). No emojis.\n[[paint it as you did]](lost)\n--- summary\nNothing.';
    const session = labelledSession(file);
    if (!session.ok) throw new Error(session.error);
    const [found] = (await compareRules([{ name: 'a', set: 'tune', session: session.value }], [], undefined)).found;
    expect(found).toMatchObject({
      right: ['never push, please.'],
      wrong: ['No emojis.'],
      missed: ['paint it as you did'],
    });
  });

  it('refuses a file without a summary', () => {
    expect(labelledSession('# a\n--- user\nhello').ok).toBe(false);
  });
});
