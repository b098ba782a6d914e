import { type FilesOnDisk, filesOnDisk } from '../files-on-disk';

/** The session files in a folder. */
export function sessionFilesIn(folder: string): FilesOnDisk {
  const { files, unread } = filesOnDisk(folder);
  return { files: files.filter((path) => path.endsWith('.jsonl')), unread };
}
