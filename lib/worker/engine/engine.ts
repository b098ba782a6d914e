import type { BatchAskerFor } from '../../api/asker/batch-asker';
import type { ModelAsker } from '../../api/asker/model-asker';
import { assertNever } from '../../base/assert-never';
import { Latest } from '../../base/latest';
import { wordDiff } from '../../base/word-diff';
import { judgeOnce } from '../../judge/judge-once';
import { rowsOf } from '../../rows/rows-of';
import { createBatch, fetchResults } from '../batches/batch-work';
import { answering, type Send } from '../wire/answering';
import { type InSteps, inSlices, type SlicedBy } from '../wire/in-slices';
import { LatestOnly } from '../wire/latest-only';
import { nextTask } from '../wire/next-task';
import { orAborted } from '../wire/or-aborted';
import { importSessions } from './import-sessions';
import type { EngineMethod, EngineRequests, ToWorker } from './messages';
import { type OpenedSession, openSession, readSession } from './open-session';
import { packContext, packedBuffers } from './packed-context';
import { columnBuffers } from './simulations';

/** What takes no longer is finished even if something newer waits: a drag stays live. */
const LIVE_MS = 100;
/** Of what is counted beside it: nothing waits for it much longer than that. */
const BESIDE_MS = 20;

type Answer = EngineRequests[EngineMethod]['answer'];

/** The engine without the worker around it: takes what the page sends, answers through `send`. */
export function createEngine(
  send: Send<EngineRequests>,
  askerFor: ModelAsker,
  batchesFor: BatchAskerFor,
  nowMs: () => number = () => performance.now(),
): (message: ToWorker) => Promise<void> {
  const latest = {
    simulations: new LatestOnly(),
    contents: new LatestOnly(),
    contexts: new LatestOnly(),
    explanations: new LatestOnly(),
    losses: new LatestOnly(),
    scores: new LatestOnly(),
    predictions: new LatestOnly(),
    points: new LatestOnly(),
    previews: new LatestOnly(),
    plans: new LatestOnly(),
  };
  let opened: OpenedSession | undefined;
  const opening = new Latest();

  /** The chart comes first: whatever else takes long waits while a replay for it is under way. */
  const pause = async (signal: AbortSignal) => {
    await nextTask();
    await orAborted(latest.simulations.idle(), signal);
  };
  const beside = <Progress, Value>(work: Generator<Progress, Value>, by: SlicedBy<Progress>): Promise<Value> =>
    inSlices(work, by, { sliceMs: BESIDE_MS, pause, nowMs });

  const quietly: InSteps = (work, signal) => beside(work, { signal, onProgress: () => undefined });

  /** Nothing else can be asked about the session yet. */
  const opens: InSteps = (work, by) =>
    inSlices(work, { signal: by, onProgress: () => undefined }, { sliceMs: LIVE_MS, nowMs });

  /** Several questions about one call share the way to it: the first one walks. */
  let walking: Promise<unknown> = Promise.resolve();
  const walked = <Value>(kind: LatestOnly, signal: AbortSignal, work: () => Generator<unknown, Value>) =>
    kind.run(signal, async (mine) => {
      const before = walking;
      const walk = orAborted(before, mine).then(() => {
        mine.throwIfAborted();
        return inSlices(work(), { signal: mine, onProgress: () => undefined }, { sliceMs: LIVE_MS, pause, nowMs });
      });
      walking = Promise.allSettled([before, walk]);
      return walk;
    });

  const session = (): OpenedSession => {
    if (opened === undefined) throw new Error('No session is open: "open-session" comes first');
    return opened;
  };

  /** Nothing is started for a cancelled request. */
  const scoring = async (signal: AbortSignal): Promise<OpenedSession['compactions']> => {
    const { compactions, values } = session();
    await values.prepare(signal);
    signal.throwIfAborted();
    return compactions;
  };

  return answering<EngineRequests>(send, async (message, { signal, transfer, report }): Promise<Answer> => {
    switch (message.method) {
      case 'import-files':
        return importSessions(message.request, { signal, onProgress: report });
      case 'open-session': {
        for (const each of Object.values(latest)) each.stop();
        const mine = AbortSignal.any([signal, opening.begin()]);
        const session = await openSession(message.request, mine, opens);
        const overview = await opens(session.overviewInSteps(), mine);
        opened = session;
        return overview;
      }
      case 'context-at':
        return session().contextAt(message.request.call);
      case 'contents-at': {
        const { contentsAt } = session();
        return latest.contents.run(signal, () => contentsAt(message.request.call));
      }
      case 'system-pieces':
        return session().systemPieces();
      case 'piece-text':
        return session().pieceText(message.request.piece, message.request.time);
      case 'project-memory':
        return session().memories.report(message.request, { signal, report, inSteps: quietly });
      case 'used-across':
        return session().memories.usedAcross(message.request, { signal, report, inSteps: quietly });
      case 'memory-plan': {
        const { memories } = session();
        return latest.plans.run(signal, (mine) => memories.plan(message.request, { signal: mine, inSteps: quietly }));
      }
      case 'memory-with-model': {
        const { key } = message.request;
        return session().memories.withModel(message.request, {
          signal,
          report,
          askModel: askerFor(key),
          inSteps: quietly,
        });
      }
      case 'edit-rules':
        return session().values.editRules(message.request.edits);
      case 'message':
        return session().message(message.request.index);
      case 'search':
        return session().search(message.request.text, signal);
      case 'simulate': {
        const { simulations } = session();
        const answer = await latest.simulations.run(signal, (mine) =>
          inSlices(
            simulations.simulating(message.request),
            { signal: mine, onProgress: report },
            { sliceMs: LIVE_MS, nowMs },
          ),
        );
        if (answer.type === 'done') transfer.push(...columnBuffers(answer.value));
        return answer;
      }
      case 'simulated-context': {
        const { simulations } = session();
        const answer = await walked(latest.contexts, signal, () => simulations.goingTo(message.request));
        if (answer.type === 'overtaken') return answer;
        const value = packContext(answer.value);
        transfer.push(...packedBuffers(value));
        return { type: 'done', value };
      }
      case 'explain-call': {
        const { explanations } = session();
        return walked(latest.explanations, signal, () => explanations.explaining(message.request));
      }
      case 'lost-at-call': {
        const { explanations, values } = session();
        await values.prepare(signal);
        return walked(latest.losses, signal, () => explanations.findingLosses(message.request));
      }
      case 'predict-compactions': {
        const { explanations } = session();
        return latest.predictions.run(signal, (mine) => quietly(explanations.predicting(message.request), mine));
      }
      case 'model-error':
        return quietly(session().explanations.modelErrorInSteps(), signal);
      case 'compare-policy': {
        const answer = await beside(session().simulations.comparing(message.request), { signal, onProgress: report });
        transfer.push(...columnBuffers(answer.simulation));
        return answer;
      }
      case 'recorded-cost-without-cache':
        return session().simulations.recordedCostWithoutCache() ?? null;
      case 'session-losses': {
        const { explanations, values } = session();
        await values.prepare(signal);
        return beside(explanations.sessionLosses(message.request), { signal, onProgress: report });
      }
      case 'rules-over-session':
        return beside(session().explanations.rulesOverSession(message.request), { signal, onProgress: report });
      case 'losses-by-call': {
        const { explanations, values } = session();
        await values.prepare(signal);
        return beside(explanations.lossesByCall(message.request), { signal, onProgress: report });
      }
      case 'simulated-message':
        return session().simulations.message(message.request);
      case 'restored-from':
        return session().simulations.restoredFrom(message.request);
      case 'request-violations':
        return session().simulations.violations(message.request);
      case 'request-body':
        return session().simulations.requestBody(message.request);
      case 'open-for-sweep':
        opened = await openSession(message.request, signal);
        return null;
      case 'sweep-values':
        return session().simulations.sweep(message.request);
      case 'session-rows': {
        const { hash, policies, counts, ...body } = message.request;
        return [...rowsOf([await readSession(body, signal)], hash, { policies, counts })];
      }
      case 'scores-at-call': {
        const { explanations, values } = session();
        await values.prepare(signal);
        return walked(latest.scores, signal, () => explanations.scoring(message.request));
      }
      case 'compaction-point': {
        const { compactions } = session();
        return latest.points.run(signal, (mine) => quietly(compactions.point(message.request), mine));
      }
      case 'compaction-preview': {
        const { compactions } = session();
        return latest.previews.run(signal, (mine) => quietly(compactions.preview(message.request), mine));
      }
      case 'compact':
        return session().compactions.compact(message.request, { signal, report, askerFor, inSteps: quietly });
      case 'summary-body':
        return session().compactions.body(message.request);
      case 'create-batch':
        return createBatch(batchesFor, message.request);
      case 'look-at-batch':
        return (await batchesFor(message.request.key)).retrieve(message.request.id);
      case 'cancel-batch':
        return (await batchesFor(message.request.key)).cancel(message.request.id);
      case 'batch-results':
        return fetchResults(batchesFor, message.request);
      case 'score-summary':
        return (await scoring(signal)).score(message.request);
      case 'compare-summaries':
        return (await scoring(signal)).compare(message.request);
      case 'judge-material':
        return (await scoring(signal)).judged(message.request);
      case 'judge-summary': {
        const { key, ...question } = message.request;
        return judgeOnce(question, { signal, report, askModel: askerFor(key) });
      }
      case 'word-diff':
        return wordDiff(message.request.a, message.request.b);
      default:
        return assertNever(message);
    }
  });
}
