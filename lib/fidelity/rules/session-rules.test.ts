import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { RuleEdit } from './rule-edits';
import { sessionRules } from './session-rules';

const { messages } = transcriptFromText(
  [
    'user "Never push. And fix the header."',
    'assistant "Done."',
    'user "Always lint. Paint it the way we agreed on."',
    'assistant "Done."',
    'user "never  push."',
  ].join('\n'),
);

const shown = (edits: readonly RuleEdit[], end?: number) =>
  sessionRules(messages, edits, end).rules.map(
    ({ origin, text, was }) => `${origin} ${text} #${was === undefined ? '-' : was.message}`,
  );

describe('[K4] the rules of a session', () => {
  it('are those found, each at its last place', () => {
    expect(shown([])).toEqual(['found Always lint. #2', 'found never  push. #4']);
    expect(shown([], 4)).toEqual(['found Never push. #0', 'found Always lint. #2']);
  });

  it('are confirmed, corrected and removed by their text', () => {
    const edits: RuleEdit[] = [
      { type: 'confirmed', found: 'Always lint.' },
      { type: 'corrected', found: 'Never push.', text: 'Never push to main.' },
    ];
    expect(shown(edits)).toEqual(['confirmed Always lint. #2', 'corrected Never push to main. #4']);
    const { rules, removed } = sessionRules(messages, [{ type: 'removed', found: 'NEVER push.' }]);
    expect(rules.map(({ text }) => text)).toEqual(['Always lint.']);
    expect(removed).toEqual([{ found: 'never  push.', was: { message: 4, part: 0 } }]);
  });

  it('include what was added, at the prompt that says it, and not before it', () => {
    const edits: RuleEdit[] = [
      { type: 'added', text: 'paint it the way we agreed on' },
      { type: 'added', text: 'Do not send mails' },
    ];
    expect(shown(edits)).toContain('added paint it the way we agreed on #2');
    expect(shown(edits)).toContain('added Do not send mails #-');
    expect(shown(edits, 2)).toEqual(['found Never push. #0', 'added Do not send mails #-']);
  });

  it('keep what was confirmed even if it is no longer found', () => {
    expect(shown([{ type: 'confirmed', found: 'fix the header' }])).toContain('confirmed fix the header #0');
    expect(shown([{ type: 'confirmed', found: 'not in the session' }])).toEqual(shown([]));
  });
});
