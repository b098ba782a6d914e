export interface NoteSection {
  readonly heading: string;
  /** The guide line in italics under the heading: tells the writer what belongs there. */
  readonly guide: string;
}

const currentState: NoteSection = {
  heading: 'Current state',
  guide: 'What is being worked on right now, what is half finished, and the immediate next step.',
};

/** [N1] */
export const noteSections: readonly NoteSection[] = [
  { heading: 'Session title', guide: 'A few words that identify this session.' },
  currentState,
  { heading: 'Task specification', guide: 'What the user asked for, including their constraints and decisions.' },
  { heading: 'Files and functions', guide: 'The important places in the code, and the purpose of each.' },
  { heading: 'Workflow', guide: 'Which commands to run, in what order, and how to interpret their output.' },
  { heading: 'Errors and corrections', guide: 'What failed, how it was fixed, and what the user corrected.' },
  { heading: 'Codebase and system documentation', guide: 'How the parts of the system fit together.' },
  { heading: 'Learnings', guide: 'What worked well, what did not, and what to avoid.' },
  { heading: 'Key results', guide: 'Answers, tables and documents that the user asked for, verbatim.' },
  { heading: 'Worklog', guide: 'What was done, one short line per step.' },
];

/** The text under each heading, by section. */
export type NoteBodies = ReadonlyMap<NoteSection, string>;

export function writeSection({ heading, guide }: NoteSection, body: string): string {
  return `# ${heading}\n_${guide}_${body === '' ? '' : `\n\n${body}`}`;
}

export function writeNote(bodies: NoteBodies): string {
  return noteSections.map((section) => writeSection(section, bodies.get(section) ?? '')).join('\n\n');
}

export const emptyNote: string = writeNote(new Map());

/** The sections whose heading is present, without their guide lines; nothing if there is no heading. */
export function readNote(text: string): NoteBodies {
  // A section that comes twice is one, code fences included.
  const found = new Map<NoteSection, { readonly lines: string[]; isFenced: boolean }>();
  let current: { readonly lines: string[]; isFenced: boolean } | undefined;
  for (const line of unwrapped(text).split(/\r?\n/)) {
    const section = sectionOf(line);
    if (section !== undefined) {
      current = found.get(section) ?? { lines: [], isFenced: false };
      found.set(section, current);
      continue;
    }
    if (current === undefined) continue;
    if (/^\s*```/.test(line)) current.isFenced = !current.isFenced;
    // A heading that the writer added would be an eleventh section, even if it is indented: the first line loses that.
    current.lines.push(!current.isFenced && /^\s*#\s/.test(line) ? line.replace('#', '##') : line);
  }
  return new Map([...found].map(([section, { lines }]) => [section, withoutGuide(lines)]));
}

/**
 * [N3] Converts a reply to the form of the template: headings and guide lines are the template's, and a section missing
 * from the reply is left unchanged. Text without any of the headings becomes the current state.
 */
export function noteFromReply(text: string, earlier: string): string {
  const bodies = readNote(text);
  const said = bodies.size === 0 ? readNote(writeSection(currentState, text.trim())) : bodies;
  return writeNote(new Map([...readNote(earlier), ...said]));
}

function sectionOf(line: string): NoteSection | undefined {
  const heading = /^\s{0,3}#{1,6}\s+(?!\s)(.*)$/.exec(line)?.[1];
  if (heading === undefined) return undefined;
  const words = heading
    .replace(/[*_:#]/g, '')
    .trim()
    .toLowerCase();
  return noteSections.find((section) => section.heading.toLowerCase() === words);
}

function withoutGuide(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  const isGuide = /^\s*([_*])((?!\1).)+\1\s*$/.test(lines[first] ?? '');
  return lines
    .slice(isGuide ? first + 1 : 0)
    .join('\n')
    .trim();
}

/** Models like to wrap a whole document in a code fence. */
function unwrapped(text: string): string {
  return /^\s*```\w*\r?\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? text;
}
