import { importFile } from '../../lib/importers/import-file';
import { summaryOf } from '../../lib/simulator/recorded/summary-of';
import { longBugHunt } from './long-bug-hunt/story';
import { refactoring } from './refactoring/story';
import { rulesAndImages } from './rules-and-images/story';
import type { SampleSession } from './sample-session';

interface SampleFile {
  readonly name: string;
  readonly text: string;
}

export async function sampleFiles(): Promise<readonly SampleFile[]> {
  const sessions: readonly SampleSession[] = [longBugHunt(), refactoring(), rulesAndImages()];
  const index = await Promise.all(sessions.map(indexEntry));
  return [
    ...sessions.map(({ file, text }) => ({ name: file, text })),
    { name: 'index.json', text: `${JSON.stringify(index, null, 2)}\n` },
  ];
}

/** With what the list shows of a session, so that it need not be opened for that. */
async function indexEntry({ id, title, description, file, text }: SampleSession) {
  const source = new Blob([text]);
  const read = await importFile({ name: file, size: source.size, stream: () => source.stream() });
  const transcript = read.ok ? read.value.transcripts[0] : undefined;
  if (transcript === undefined) throw new Error(`The sample ${file} cannot be imported`);
  const summary = summaryOf(transcript);
  return { id, title, description, file, bytes: source.size, summary: { ...summary, title } };
}
