import type { Result } from '../base/result';
import { browserRecordStore } from './browser-record-store';
import { indexedStore } from './key-value-store';
import type { RecordStore } from './record-store';
import { type StoredProject, storedProjectForm } from './stored-project';
import { createTeamShelf, type TeamShelf } from './team-shelf';
import { createVersionBook, type VersionBook } from './version-book';

/** Opens nothing before the first use, so a server may call it too. */
export function browserProjectStore(): RecordStore<StoredProject> {
  return browserRecordStore('highwater-projects', 'project', storedProjectForm);
}

/** The home folders of projects. */
export function browserBookStore<Version>(parse: (value: unknown) => Result<Version>): VersionBook<Version> {
  return createVersionBook({ records: indexedStore('highwater-homes'), noun: 'home folder', parse });
}

/** What the server in the page keeps of teams. */
export function browserTeamShelf(): TeamShelf {
  return createTeamShelf(indexedStore('highwater-teams'), newId);
}

function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}
