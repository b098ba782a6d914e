const SECTIONS = [
  'Primary Request and Intent',
  'Key Technical Concepts',
  'Files and Code Sections',
  'Errors and fixes',
  'Problem Solving',
  'All user messages',
  'Pending Tasks',
  'Current Work',
  'Optional Next Step',
] as const;

export type SummarySection =
  | 'intent'
  | 'concepts'
  | 'files'
  | 'errors'
  | 'solving'
  | 'messages'
  | 'pending'
  | 'current'
  | 'next';

const ORDER: readonly SummarySection[] = [
  'intent',
  'concepts',
  'files',
  'errors',
  'solving',
  'messages',
  'pending',
  'current',
  'next',
];

interface Note {
  readonly section: SummarySection;
  readonly text: string;
  /** The first summary that has it, and the first that no longer has it. A summary of a summary loses things. */
  readonly from: number;
  readonly until: number;
}

/** What a summary of the made-up session would say, collected while the session goes on. */
export class SummaryNotes {
  private notes: Note[] = [];
  private written = 0;

  add(section: SummarySection, text: string, lives = 99, delay = 0): void {
    const from = this.written + delay;
    this.notes.push({ section, text, from, until: from + lives });
  }

  /** For what holds only until the next thing takes its place. */
  set(section: SummarySection, text: string): void {
    this.notes = this.notes.filter((note) => note.section !== section);
    this.add(section, text);
  }

  remove(start: string): void {
    this.notes = this.notes.filter((note) => !note.text.startsWith(start));
  }

  summary(overview: readonly string[], transcriptPath: string): string {
    const kept = this.notes.filter((note) => note.from <= this.written && this.written < note.until);
    this.written += 1;
    const sections = ORDER.map((section, index) => {
      const texts = kept.filter((note) => note.section === section).map((note) => `   - ${note.text}`);
      return `${index + 1}. ${SECTIONS[index]}:\n${texts.length > 0 ? texts.join('\n') : '   - Nothing to report.'}`;
    });
    return [
      'This session continues a conversation that had grown too long for the context. What came before, in short:',
      `Analysis:\n${overview.map((line, index) => `${index + 1}. ${line}`).join('\n')}`,
      `Summary:\n${sections.join('\n\n')}`,
      `Exact snippets and messages from before are in the full transcript: ${transcriptPath}`,
      'Go on with the task at hand; do not ask for anything that is answered above.',
    ].join('\n\n');
  }
}
