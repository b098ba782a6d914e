import { describe, expect, it } from 'vitest';
import { parseBy } from '../base/schema';
import { policies } from '../policies/index';
import { readPolicyText, writePolicy } from '../policies/parse-policy';
import { claudeCode21 } from '../policies/presets/claude-code-2-1';
import { none } from '../policies/presets/none';
import { replayMaterial } from '../simulator/recorded/replay-material';
import { readingSession } from '../simulator/replay/reading-session.test-support';
import { replay } from '../simulator/replay/replay';
import { replayWithMisses } from '../simulator/replay/replay-with-misses';
import { summarizerFor } from '../simulator/replay/replies';
import { ValuedRecording } from '../simulator/replay/valued-recording';
import { assumed } from '../summarizers/assumed';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { asRecorded, namedPolicy, type RowPolicy } from './row-policy';
import { failedRow, type RowRequest, rowsOf } from './rows-of';
import { RECORDED_POLICY, sessionRowSchema } from './session-row';

const recorded = transcriptFromText(`${readingSession(17)}\nassistant "on with file-3.ts"\ncall #e edit file-3.ts`);
const model = 'claude-sonnet-4-5';
const session = {
  ...recorded,
  agent: { name: 'Claude Code', version: '2.1.0' },
  models: [model],
  calls: recorded.calls.map((call) => ({ ...call, model })),
};

const own: RowPolicy = {
  name: 'Our own',
  policy: claudeCode21,
  replies: { type: 'assumed' },
};
const request: RowRequest = { policies: [asRecorded, own], counts: { losses: true, error: false } };
const rows = (given = request) => [...rowsOf([session], 'hash', given)];

describe('rows', () => {
  it('have the figures of the replay itself', () => {
    const material = replayMaterial(session);
    const { totals, compactions, misses } = replayWithMisses(
      new ValuedRecording(material),
      own.policy ?? none,
      summarizerFor(own.replies, material),
    );
    const [, row] = rows();
    expect(compactions.length).toBeGreaterThan(0);
    expect(misses).toBeGreaterThan(0);
    expect(totals.cost.dollars).toBeGreaterThan(0);
    expect(row?.figures).toMatchObject({
      cost: totals.cost.dollars,
      compactions: compactions.length,
      peakTokens: totals.peak,
      sentTokens: totals.sent,
      neededLater: misses,
    });
  });

  it('say of the recording what the file says', () => {
    const [row] = rows();
    const { totals } = replay(replayMaterial(session), none, assumed(), { mode: 'recorded' });
    expect(totals.cost.dollars).toBeGreaterThan(0);
    expect(row?.policy.id).toBe(RECORDED_POLICY);
    expect(row?.figures).toMatchObject({ compactions: 0, neededLater: 0, cost: totals.cost.dollars });
  });

  it('are the same for the same work, and read back as they were written', () => {
    expect(rows()).toEqual(rows());
    for (const row of rows())
      expect(parseBy(sessionRowSchema, JSON.parse(JSON.stringify(row)))).toEqual({ ok: true, value: row });
  });

  it('have keys of the content, the settings and the question, but not of names', () => {
    const keys = (given: RowRequest, hash = 'hash') => [...rowsOf([session], hash, given)].map(({ key }) => key);
    const [, known] = keys(request);
    expect(keys({ ...request, policies: [{ ...own, name: 'Another name' }] })).toEqual([known]);
    const others = [
      keys({ ...request, policies: [{ ...own, policy: { ...claudeCode21, windowTokens: 150_000 } }] }),
      keys({ ...request, policies: [{ ...own, replies: { type: 'offline' } }] }),
      keys({ ...request, policies: [own], counts: { losses: false, error: false } }),
      keys({ ...request, policies: [own] }, 'other content'),
    ];
    expect(new Set([known, ...others.flat()]).size).toBe(5);
  });

  it('have the same key for a policy that was written and read again', () => {
    for (const policy of policies) {
      const read = readPolicyText(writePolicy(policy));
      if (!read.ok) throw new Error(read.error);
      expect(namedPolicy({ ...own, policy: read.value }).hash).toBe(namedPolicy({ ...own, policy }).hash);
    }
  });

  it('of sub-agents follow those of their session, each with a key of its own', () => {
    const child = { ...session, agentId: 'a1' };
    const found = [...rowsOf([{ ...session, children: [child, child] }], 'hash', request)];
    expect(found.map(({ session }) => [session.place, session.agentId])).toEqual(
      [0, 1, 2].flatMap((place) => request.policies.map(() => [place, place === 0 ? null : 'a1'])),
    );
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  });

  it('only count what is asked for', () => {
    const [, row] = rows({ ...request, counts: { losses: false, error: true } });
    expect(row?.figures?.neededLater).toBeNull();
    expect(row?.session.error).toMatchObject({ recordedCompactions: 0 });
    expect(rows()[1]?.session.error).toBeNull();
  });

  it('say why there are no figures, and leave other policies theirs', () => {
    const broken: RowPolicy = { ...own, policy: { ...claudeCode21, eras: [] } };
    const [first, second] = rows({ ...request, policies: [broken, own] });
    expect(first).toMatchObject({ figures: null, failure: { what: expect.stringContaining('The replay failed') } });
    expect(second?.failure).toBeNull();
  });

  it('exist for a file that could not be read', () => {
    const failure = { what: 'Could not read it.', advice: 'Check it.' };
    const row = failedRow('hash', 'file.jsonl', own, request.counts, failure);
    expect(row).toMatchObject({ policy: namedPolicy(own), figures: null, failure });
    expect(parseBy(sessionRowSchema, row).ok).toBe(true);
  });
});
