import type { AnswerLists, Experiment, PlacedBoundary, StoredAnswer } from './experiment-record';
import { askedPrompt, countedScores } from './experiment-runner';
import type { SessionEngines } from './session-engines';

type Rules = ReadonlyMap<string, string | undefined>;

/** [K4] Which of the user's edits the session of each boundary has now. */
export async function rulesNow(engines: SessionEngines, { boundaries }: Experiment): Promise<Rules> {
  return new Map(
    await Promise.all(boundaries.map(async ({ id, session }) => [id, await engines.rulesOf(session)] as const)),
  );
}

/** Those whose scores count other rules than their session has now. */
export function outdatedAnswers(answers: readonly StoredAnswer[], rules: Rules): readonly StoredAnswer[] {
  return answers.filter(
    ({ boundary, rules: counted, scores }) =>
      scores.length > 0 && rules.has(boundary) && rules.get(boundary) !== counted,
  );
}

/** The same text, with its scores as they are counted now. Undefined if it can no longer take the summary's place. */
export async function recounted(
  engines: SessionEngines,
  { rows, boundaries, maxTokens }: Experiment,
  answer: StoredAnswer,
): Promise<{ readonly answer: StoredAnswer; readonly lists: AnswerLists } | undefined> {
  const boundary = boundaries.find(({ id }) => id === answer.boundary);
  const row = rows.find(({ id }) => id === answer.row);
  if (boundary === undefined || row === undefined) return undefined;
  return engines.use(boundary.session, async (engine, _, rules) => {
    const scores = await scoresOf(engine, answer, { boundary, asked: askedPrompt(row), maxTokens });
    if (scores === undefined) return undefined;
    const { scores: __, rules: ___, ...rest } = answer;
    return { answer: { ...rest, ...countedScores(scores, rules) }, lists: { scores } };
  });
}

async function scoresOf(
  engine: Parameters<Parameters<SessionEngines['use']>[1]>[0],
  { id, text, state }: StoredAnswer,
  {
    boundary: { place },
    asked,
    maxTokens,
  }: {
    readonly boundary: PlacedBoundary;
    readonly asked: ReturnType<typeof askedPrompt>;
    readonly maxTokens: number;
  },
): Promise<AnswerLists['scores'] | undefined> {
  if (state !== 'whole') return engine.ask('score-summary', { place, summary: text, ...asked });
  const again = await engine.ask('compact', { id, place, writer: { type: 'given', text }, maxTokens, ...asked });
  return again.type === 'compacted' ? again.written.scores : undefined;
}
