import { stampOf } from '../../command-line/bills/file-stamp';
import { readSessions } from '../../command-line/bills/read-sessions';
import { sessionFilesIn } from '../../command-line/bills/session-files';
import { SessionIndex } from '../../command-line/bills/session-index';
import { compileLater } from '../../command-line/compile-later';

// As the command does.
compileLater();

const [folder = '.', indexPath] = process.argv.slice(2);
const stamps = sessionFilesIn(folder).files.flatMap((path) => stampOf(path) ?? []);
const index = SessionIndex.open(indexPath);
const { sessions, files } = await readSessions(stamps, { index });
index.save();
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ ms: performance.now(), cpuMs: (user + system) / 1000, values: sessions.length, files }));
