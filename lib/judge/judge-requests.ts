import type { JsonObject } from '../base/json';
import { DATA_NOTE, dataBlock } from './data-block';
import { dimensions, dimensionsOf } from './dimensions';
import type { Probe } from './probe';
import { type Answers, findings, MAX_POINTS } from './trial';

/** Output limit of each of the two. */
export const MAX_ANSWER_TOKENS = 4_000;
export const MAX_VERDICT_TOKENS = 4_000;

export const NOT_KNOWN = 'not known';

/** The questions, for a model that only sees the summary: not who wrote it, with which prompt, or in which column. */
export function answerRequest(model: string, probes: readonly Probe[], summary: string): JsonObject {
  const asked = probes.map(({ id, question }) => JSON.stringify({ id, question }));
  return toolRequest(model, MAX_ANSWER_TOKENS, {
    system: `You take over work that somebody else began. All that is left of it is one summary. Answer each question from the summary alone, in one to three sentences. Give values, names and paths exactly as they stand there. What only a question says does not count, and nothing may be guessed: where the summary does not say it, the answer is "${NOT_KNOWN}". ${DATA_NOTE}`,
    content: [
      `The summary:\n${dataBlock('summary', summary)}`,
      `The questions, one to a line:\n${dataBlock('questions', asked.join('\n'))}`,
    ],
    tool: {
      name: 'give_answers',
      description: 'Gives the answer to each question, under its id.',
      input_schema: objectSchema(Object.fromEntries(probes.map(({ id }) => [id, { type: 'string' }]))),
    },
  });
}

/** The answers, for a model that knows the expected ones. It does not see the summary either. */
export function verdictRequest(model: string, probes: readonly Probe[], answers: Answers): JsonObject {
  const given = probes.map(({ id, question, expected }) =>
    JSON.stringify({ id, question, expected, answer: answers[id] ?? NOT_KNOWN }),
  );
  const asked = dimensionsOf(probes);
  const scale = asked.map((id) => `- ${id}: ${dimensions[id].explanation}`);
  return toolRequest(model, MAX_VERDICT_TOKENS, {
    system: `You judge how well answers about a piece of work agree with what is known of it. Every line has a question, what is expected, and the answer that was given. First say of each answer whether it is right, partly right, wrong, or says that it does not know. Then give 0 to ${MAX_POINTS} points on each of these scales, over all answers together: ${MAX_POINTS} where it holds throughout, 0 where it does not hold at all.\n${scale.join('\n')}\nOther words for the same thing are as good; exact values must be exact. That an answer is long or sure of itself earns nothing. Give one short reason each. ${DATA_NOTE}`,
    content: [`Questions, expected and given answers, one to a line:\n${dataBlock('answers', given.join('\n'))}`],
    tool: {
      name: 'give_verdict',
      description: 'Gives what each answer was found to be, and the points on each scale.',
      input_schema: objectSchema({
        found: objectSchema(
          Object.fromEntries(
            probes.map(({ id }) => [
              id,
              objectSchema({ reason: { type: 'string' }, finding: { type: 'string', enum: findings } }),
            ]),
          ),
        ),
        ratings: objectSchema(
          Object.fromEntries(
            asked.map((id) => [id, objectSchema({ reason: { type: 'string' }, points: pointsSchema })]),
          ),
        ),
      }),
    },
  });
}

interface ToolAsk {
  readonly system: string;
  readonly content: readonly string[];
  readonly tool: { readonly name: string; readonly description: string; readonly input_schema: JsonObject };
}

function toolRequest(model: string, maxTokens: number, { system, content, tool }: ToolAsk): JsonObject {
  return {
    model,
    max_tokens: maxTokens,
    system,
    tools: [{ ...tool, strict: true }],
    tool_choice: { type: 'tool', name: tool.name },
    messages: [{ role: 'user', content: content.map((text) => ({ type: 'text', text })) }],
  };
}

/** Listed one by one: strict schemas have no minimum and maximum. */
const pointsSchema: JsonObject = {
  type: 'integer',
  enum: Array.from({ length: MAX_POINTS + 1 }, (_, points) => points),
};

function objectSchema(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
