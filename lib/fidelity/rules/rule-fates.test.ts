import { describe, expect, it } from 'vitest';
import { ruleStateIn } from './rule-fates';
import { RuleText } from './rule-text';
import { polarityOf } from './user-rules';

const stateOf = (rule: string, summary: string) =>
  ruleStateIn(new RuleText(summary), { text: rule, polarity: polarityOf(rule) ?? 'do' }).state;

describe('[K4] a rule is preserved', () => {
  it.each([
    // As it was said, apart from quotation marks, case and spaces.
    ['dont repaint the hall yet', 'Constraints: **"Dont repaint the  hall yet"** (until May).'],
    ["don't rename my columns!", 'User feedback: “Don’t rename my columns”.'],
    ['lets keep it in one file', 'All messages:\n- "ok. lets keep it in one file"\n- "next"'],
    // In other words.
    ['never delete the golden files', 'The golden files must not be removed.'],
    ['please leave the vendor folder alone', 'Do not modify anything in the vendor folder.'],
    ['hands off the billing module', 'The billing module must stay untouched.'],
    ['check with me before you drop a table', 'Ask for permission before dropping tables.'],
    ['no new libraries please', 'No additional dependencies.'],
    ['answer in short sentences', 'Replies should use short sentences.'],
    ['do it by hand for now, no scripts', 'For now this is done manually, without scripts.'],
    ['keep everything on my laptop', "Everything stays on the user's laptop."],
    ['at most three retries per request', 'No more than three retries per request.'],
    ['we never merge without a green build', 'Merging requires a green build: never merge without one.'],
    ['dates always as day, month, year', 'Dates are written day, month, year.'],
    ['all endpoints need a rate limit', 'Every endpoint needs a rate limit.'],
    ['steer clear of global state', 'Avoid global state.'],
    ['comments in french please', 'The user wants comments in French.'],
    ['quit renaming my files', 'The user does not want files to be renamed.'],
    ['Nie direkt auf main pushen', 'Nicht direkt auf main pushen.'],
    ['Keine externen Schriften verwenden', 'Externe Schriften dürfen nicht verwendet werden.'],
    ['No toques la tabla de precios', 'No tocar la tabla de precios.'],
    ["N'utilise jamais de variables globales", 'Ne jamais utiliser de variables globales.'],
    ['Не трогай файл настроек', 'Файл настроек не трогать.'],
    ['请用英文写提交信息', '提交信息用英文写'],
    ['絶対にデータを削除しないでください', 'データは絶対に削除しない。'],
  ])('“%s” in “%s”', (rule, summary) => expect(stateOf(rule, summary)).toBe('preserved'));
});

describe('[K4] a rule is lost', () => {
  it.each([
    // Common words are not what it says.
    ['Never change files in config/prod.', 'Never change files in assets/icons.'],
    ['always run the tests in a container', 'The user wants to run the app and add tests.'],
    ['keep the changelog up to date', 'Changed the date format.'],
    ['no new libraries please', 'The library page shows new books.'],
    ['ask before a migration', 'The user asked for a review. The migrations folder is large.'],
    // A report is no instruction.
    ['never touch the seed data', 'Fixed the seed data that the tests use.'],
    ['do not restart the server', 'The server was restarted twice and answered.'],
  ])('“%s” in “%s”', (rule, summary) => expect(stateOf(rule, summary)).toBe('lost'));
});

describe('[K4] the opposite of a rule is said', () => {
  it.each([
    ['British spelling in all texts', 'American spelling in all texts.'],
    ['use tabs', 'The user wants spaces, not tabs.'],
    ['keep the answers short', 'Keep the answers long and detailed.'],
    ['never delete the golden files', 'Next: delete the golden files.'],
    ['leave the vendor folder alone', 'Update the vendor folder.'],
    ['hide nothing from the log', 'Hide secrets from the log.'],
    ['always squash the branch', 'Do not squash the branch.'],
    ['prices are shown with tax', 'Show prices without tax.'],
    ['Keine Mails verschicken', 'Als Nächstes Mails verschicken.'],
  ])('“%s” in “%s”', (rule, summary) => expect(stateOf(rule, summary)).toBe('turned'));
});

describe('[K4] a rule is weakened', () => {
  it.each([
    ['every module needs a readme', 'Modules have a readme where possible.'],
    ['only deploy from the release branch', 'Deploy from the release branch.'],
    ["don't touch the map until I have talked to Jo", "Don't touch the map."],
    ['ask me before you publish anything', 'Ask before publishing if convenient.'],
    ['nobody merges without two reviews', 'Nobody merges without a review where possible.'],
    ['no image over 2 MB unless I say so', 'No image over 2 MB.'],
  ])('“%s” in “%s”', (rule, summary) => expect(stateOf(rule, summary)).toBe('degraded'));
});

it('[K4] a negation before its words is no quotation', () => {
  expect(stateOf('use tabs', 'The user does not use tabs.')).not.toBe('preserved');
});
