import { expect, it } from 'vitest';
import { abilities, examplePrompts, offersIn, refusal, withoutOffers } from './abilities';
import { errandIn } from './read-errand';

it.each([
  ['Create notes.txt with the text: hello', { type: 'create', path: 'notes.txt', text: 'hello' }],
  [
    'Please write a file src/add.awk containing "BEGIN { print 1 + 2 }".',
    { path: 'src/add.awk', text: 'BEGIN { print 1 + 2 }' },
  ],
  ['make a.txt with the following content:\n```\none\ntwo\n```', { type: 'create', text: 'one\ntwo' }],
  ['Put "a, b" into list.csv', { type: 'create', path: 'list.csv', text: 'a, b' }],
  ['Create an empty file empty.txt', { type: 'create', text: '' }],
  ['Overwrite a.txt with the text: x', { type: 'create', overwrites: true }],
  ['Show dänisch/größe.txt', { type: 'show', path: 'dänisch/größe.txt' }],
  ['Insert "x" after line 3 of README.md', { type: 'refuse' }],
  ['Find TODOs', { type: 'search', text: 'TODO' }],
  ['Write src/add.awk', { type: 'refuse' }],
  ['write `src/add.awk` that adds two numbers', { type: 'refuse' }],
  ['Create a.txt with a poem about spring', { type: 'refuse' }],
  ['Create a folder notes', { type: 'refuse' }],
  ['Append "- more" to the end of CHANGELOG.md', { type: 'append', path: 'CHANGELOG.md', text: '- more' }],
  ['Replace "cents" with "pennies" in src/amount.awk please', { type: 'replace', from: 'cents', to: 'pennies' }],
  ['Replace "cents" with "pennies" everywhere', { type: 'refuse' }],
  ['Rename docs/design.md to docs/why.md', { type: 'move', from: 'docs/design.md', to: 'docs/why.md' }],
  ['move README.md to docs/', { type: 'move', to: 'docs/README.md' }],
  ['Copy README.md as README.old.md', { type: 'copy', to: 'README.old.md' }],
  ['Delete the file docs/design.md', { type: 'delete', path: 'docs/design.md' }],
  ['Delete everything', undefined],
  ['rm -rf /', undefined],
  ['Delete ../../etc/passwd', undefined],
  ['Delete *.md', undefined],
  ['Search for carriage return', { type: 'search', text: 'carriage return', path: undefined }],
  ['Find "to_cents" in src', { type: 'search', text: 'to_cents', path: 'src' }],
  ['Find out why the sky is blue', undefined],
  ['Find a better name', undefined],
  ['How many lines does src/date.awk have?', { type: 'count', what: 'lines', path: 'src/date.awk' }],
  ['how many files are there in tests?', { type: 'count', what: 'files', path: 'tests' }],
  ['Count all words', { type: 'count', what: 'words', path: undefined }],
  ['How often does "hall" occur in data/club.txt?', { type: 'count-text', text: 'hall', path: 'data/club.txt' }],
  ['List all files', { type: 'list', folder: '' }],
  ['Which files are there in src?', { type: 'list', folder: 'src' }],
  ['Show me README.md', { type: 'show', path: 'README.md' }],
  ['show lines 3 to 5 of README.md', { type: 'show', first: 3, last: 5 }],
  ['print the first 2 lines of tally', { type: 'show', first: 1, last: 2 }],
  ['What is in AGENTS.md?', { type: 'describe', path: 'AGENTS.md' }],
  ['Summarise docs/manual.md', { type: 'describe', path: 'docs/manual.md' }],
  ['Run `ls -l src`', { type: 'run', command: 'ls -l src' }],
  ['run sh tally balance data/club.txt', { type: 'run', command: 'sh tally balance data/club.txt' }],
  ['Run the tests', { type: 'run-tests' }],
  ['Run npm test', { type: 'refuse' }],
  ['Run away', undefined],
  ['Who are you?', { type: 'abilities' }],
  ['hello', { type: 'abilities' }],
])('reads %j', (asked, expected) => {
  const errand = errandIn(asked);
  if (expected === undefined) expect(errand).toBeUndefined();
  else expect(errand).toMatchObject(expected);
});

it('offers prompts that it understands, the closest first, and none from the text of a file', () => {
  expect(offersIn(refusal('Why.', 'go on'))).toEqual(['go on', ...examplePrompts.slice(0, 2)]);
  expect(offersIn(abilities('Hello.'))).toEqual(examplePrompts);
  expect(withoutOffers(abilities('Hello.'))).toMatch(/^Hello\.\n\nI can .*\n\nFor anything else/);
  expect(withoutOffers('Hello.')).toBe('Hello.');
  expect(offersIn(`Here is what I found:\n> ${refusal('Why.').split('\n').join('\n> ')}`)).toEqual([]);
});
