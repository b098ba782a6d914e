import { Random } from '../random';
import type { SampleSession } from '../sample-session';
import { SessionWriter } from '../session-writer';
import { ToolUses } from '../tool-uses';
import { buildPages } from './building';
import { reverseRule } from './correction';
import { pottingShedProject } from './project';
import { makeStudio } from './studio';

const SESSION_ID = '5a0d1e00-0b0e-4a11-8c0d-000000000003';

export function rulesAndImages(): SampleSession {
  const random = new Random('sample-rules-and-images/1');
  const files = pottingShedProject();
  const writer = new SessionWriter({
    random: random.fork('writer'),
    sessionId: SESSION_ID,
    title: 'Sample: rules and images (made up)',
    gitBranch: 'tidy-views',
    model: 'claude-sonnet-4-6',
    startMs: Date.UTC(2026, 4, 6, 15, 30, 2),
    cacheLife: '5m',
    files,
    summarize: () => '',
  });
  const studio = makeStudio(writer, new ToolUses(files, random.fork('tools')));
  buildPages(studio);
  reverseRule(studio);
  return {
    id: 'sample-rules-and-images',
    title: 'Rules and images',
    description:
      'A design conversation with many rules, screenshots, fetched pages and an attached file. One rule is reversed half way. It fits into the window.',
    file: 'rules-and-images.jsonl',
    text: writer.lines(),
  };
}
