import { readFileSync, writeFileSync } from 'node:fs';
import { ruleTexts } from './rule-texts';

const root = new URL('../../', import.meta.url);
const texts = ruleTexts(readFileSync(new URL('docs/rules.md', root), 'utf8'));
writeFileSync(new URL('lib/series/words/rule-texts.json', root), `${JSON.stringify(texts, null, 2)}\n`);
console.log(`Wrote lib/series/words/rule-texts.json (${Object.keys(texts).length} rules)`);
