import { checkReport } from './check-report';
import { FoldedRows, KnownFiles } from './folded-rows';
import { gateRow } from './gate-rows.test-support';
import { SessionPairs } from './session-pairs';

/** Of so many sessions under two policies, each with a long title, as they are read one after another. */
const SESSIONS = 30_000;
const title = 'a title '.repeat(256);

const known = new KnownFiles();
const [ours, baseline] = [new FoldedRows(known), new FoldedRows(known)];
for (let place = 0; place < SESSIONS; place++) {
  for (const rows of [baseline, ours]) {
    const row = gateRow({ hash: `session-${place}`, cost: 1 });
    rows.add(JSON.parse(JSON.stringify({ ...row, session: { ...row.session, title: `${place} ${title}` } })));
  }
}
const { compared, verdict } = checkReport(new SessionPairs(known, ours, baseline), []);
process.stdout.write(JSON.stringify({ compared, verdict }));
