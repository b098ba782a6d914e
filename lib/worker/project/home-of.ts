import type { RunSetup } from '../../agent/journal/entry';
import { type HomeHistory, homeHistory, textAt } from '../../agent/project/home-history';
import { Refusal } from '../../base/failure';
import type { HomeBookStore } from './home-mirror';

export interface ReadHome {
  readonly history: HomeHistory;
  textAt(place: number): string;
}

/** Read anew each time: other tabs write, too. */
export async function homeOf({ project }: Pick<RunSetup, 'project'>, books: HomeBookStore): Promise<ReadHome> {
  if (project === undefined) return { history: { files: [], damage: [] }, textAt: gone };
  const read = await books.read(project.id);
  if (!read.ok) throw new Refusal(read.error.what, read.error.advice);
  const { records, damage } = read.value;
  return { history: homeHistory(records, damage), textAt: (place) => textAt(records, place) ?? gone() };
}

function gone(): never {
  throw new Refusal('This version is not stored in this browser.', 'Choose another version.');
}
