import { Random } from '../random';
import type { SampleSession } from '../sample-session';
import { SessionWriter } from '../session-writer';
import { SummaryNotes, type SummarySection } from '../summary-notes';
import { ToolUses } from '../tool-uses';
import type { Chapter } from './chapter';
import { FIRST_CHAPTERS } from './chapters-first';
import { LAST_CHAPTERS } from './chapters-last';
import { MIDDLE_CHAPTERS } from './chapters-middle';
import { fixAndVerify } from './fix';
import { Investigation } from './investigation';
import { millraceProject, purposeOf } from './project';
import { CHAPTER_ENDS } from './side-steps';

const SESSION_ID = '5a0d1e00-0b0e-4a11-8c0d-000000000001';
const RECENT_CHAPTERS = 3;
const ROUTINE_STEPS = 54;
/** A summary in the middle of a chapter knows what was asked, but not yet what will come of it. */
const EARLY_SECTIONS: ReadonlySet<SummarySection> = new Set(['intent', 'messages', 'concepts', 'pending']);

export function longBugHunt(): SampleSession {
  const random = new Random('sample-long-bug-hunt/1');
  const files = millraceProject(random.fork('project'));
  const notes = new SummaryNotes();
  const done: Chapter[] = [];
  const writer = new SessionWriter({
    random: random.fork('writer'),
    sessionId: SESSION_ID,
    title: 'Sample: long bug hunt (made up)',
    gitBranch: 'soak-duplicate-ack',
    model: 'claude-sonnet-4-6',
    startMs: Date.UTC(2026, 2, 11, 8, 12, 40),
    cacheLife: '5m',
    files,
    summarize: () => notes.summary(overviewOf(done), `/srv/sessions/${SESSION_ID}.jsonl`),
  });
  const tools = new ToolUses(files, random.fork('tools'));
  const investigation = new Investigation(writer, files, tools, random.fork('investigation'));
  const stage = { writer, files, tools, investigation, random: random.fork('fix') };

  const chapters: readonly Chapter[] = [...FIRST_CHAPTERS, ...MIDDLE_CHAPTERS, ...LAST_CHAPTERS];
  for (const chapter of chapters) {
    const early = chapter.notes.filter((note) => EARLY_SECTIONS.has(note.section) && note.isAfterRemark !== true);
    for (const note of early) notes.add(note.section, note.text, note.lives, note.delay);
    notes.set('current', `Checking the suspicion of ${chapter.suspicion}: ${chapter.files.join(', ')}.`);
    notes.set('next', 'Finish this check and report what it shows.');
    investigation.play(chapter, ROUTINE_STEPS, () => CHAPTER_ENDS.get(chapter.suspicion)?.(stage));
    for (const note of chapter.notes) {
      if (!early.includes(note)) notes.add(note.section, note.text, note.lives, note.delay);
    }
    for (const path of chapter.files) notes.add('files', `${path}: ${purposeOf(path)}`, 1);
    for (const { command, after } of chapter.experiments) notes.add('solving', `\`${command}\`: ${after}`, 1);
    done.push(chapter);
    notes.set('current', chapter.currentWork);
    notes.set('next', chapter.nextStep);
  }
  notes.remove('Show the order of events');
  notes.add('pending', 'Fix renew() in src/lease/lease-table.ts and add a regression test.');
  fixAndVerify(stage, notes);
  return {
    id: 'sample-long-bug-hunt',
    title: 'Long bug hunt',
    description:
      'An agent looks for the cause of a rare double delivery in a job queue. Several automatic compactions; facts from the first minutes are needed near the end.',
    file: 'long-bug-hunt.jsonl',
    text: writer.lines(),
  };
}

/** The older a chapter, the less a summary says about it. */
function overviewOf(done: readonly Chapter[]): readonly string[] {
  return done.map((chapter, index) => {
    const isRecent = index >= done.length - RECENT_CHAPTERS;
    const outcome = isRecent ? chapter.verdict.replaceAll(/\s+/g, ' ') : chapter.currentWork;
    return `"${beginning(chapter.prompt)}" ${outcome}`;
  });
}

function beginning(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(' ', 160))} ...`;
}
