import { Random } from '../random';
import type { SampleSession } from '../sample-session';
import { SessionWriter } from '../session-writer';
import { SummaryNotes } from '../summary-notes';
import { ToolUses } from '../tool-uses';
import { splitRateCard } from './first-half';
import { ferryProject } from './project';
import { renameAgain } from './second-half';
import { Workbench } from './workbench';

const SESSION_ID = '5a0d1e00-0b0e-4a11-8c0d-000000000002';

export function refactoring(): SampleSession {
  const random = new Random('sample-refactoring/1');
  const files = ferryProject(random.fork('project'));
  const notes = new SummaryNotes();
  const writer = new SessionWriter({
    random: random.fork('writer'),
    sessionId: SESSION_ID,
    title: 'Sample: refactoring (made up)',
    gitBranch: 'split-rate-card',
    model: 'claude-opus-4-6',
    startMs: Date.UTC(2026, 3, 21, 13, 4, 11),
    cacheLife: '1h',
    files,
    summarize: () => notes.summary(OVERVIEW, `/srv/sessions/${SESSION_ID}.jsonl`),
  });
  const bench = new Workbench(writer, files, new ToolUses(files, random.fork('tools')), notes, random.fork('bench'));
  splitRateCard(bench);
  renameAgain(bench);
  return {
    id: 'sample-refactoring',
    title: 'Refactoring',
    description:
      'An agent splits a large class. Whole files and long test output fill the context; one automatic and one manual compaction; a name that is decided twice.',
    file: 'refactoring.jsonl',
    text: writer.lines(),
  };
}

const OVERVIEW = [
  'The user wants the class that does everything about fares split into parts with one purpose each.',
  'I read the large files, listed the uses of the class and made a list of steps.',
  'Each step was followed by the tests, as the user asked.',
];
