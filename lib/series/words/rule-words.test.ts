import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ruleWords } from './rule-words';

const LIB = join(import.meta.dirname, '../..');

/** As a reason, a setting or an equation names them. */
function rulesNamedIn(folder: string): string[] {
  return readdirSync(join(LIB, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test'))
    .flatMap((name) => [...readFileSync(join(LIB, folder, name), 'utf8').matchAll(/'([A-Z]\d{1,2})'/g)])
    .map(([, rule = '']) => rule);
}

it('has words for every rule that a layer, a policy or the gate gives as its reason', () => {
  const named = new Set(['layers', 'policies', 'simulator'].flatMap(rulesNamedIn));
  expect(named.size).toBeGreaterThan(30);
  expect([...named].filter((rule) => ruleWords(rule) === undefined)).toEqual([]);
});

it('has none for what is no rule', () => {
  expect([ruleWords('Z1'), ruleWords('constructor')]).toEqual([undefined, undefined]);
});
