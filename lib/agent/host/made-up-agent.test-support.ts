import { requestProblems } from '../../../e2e/stand-in/check/check-request';
import { findModel } from '../../../e2e/stand-in/models';
import { signatureOf } from '../../../e2e/stand-in/signature';
import { TextHash } from '../../base/hash';
import { SCRIPTED_MODEL } from '../../economics/own-models';
import type { Policy } from '../../policies/shape/policy';
import type { ToolCallPart } from '../../transcript/transcript';
import type { ChatModel, ModelOptions, ModelOutcome, ModelRequest } from '../journal/chat-model';
import { emptyToolState, type ModelReply, type ReplyBlock, type ToolResult } from '../journal/entry';
import type { RunSurroundings } from '../run/live-context';
import { staticSection } from '../system/sections/section';
import type { ToolsRun } from '../tools/run-tools';

const TOOLS = ['Read', 'Grep', 'Bash', 'Edit', 'TodoWrite'] as const;

export const madeUpSurroundings: RunSurroundings = {
  system: [staticSection('all', 'All', 'You keep the pools of a small town. '.repeat(60))],
  tools: TOOLS.map((name) => ({ name, schemaText: JSON.stringify({ name, input_schema: { type: 'object' } }) })),
};

/** The same seed gives the same numbers, from 0 to below 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** A number from 0 to below 1 derived from the text. */
export function randomOf(words: string): number {
  return Number.parseInt(new TextHash().add(words).digest().slice(0, 8), 16) / 2 ** 32;
}

export interface MadeUpTraits {
  /** Which turn is the last one with a tool call. */
  readonly turns: number;
  /** Signs its thinking like the stand-in. */
  readonly thinks?: boolean;
  /** Does so before the first word of one reply in ten. */
  readonly compacts?: boolean;
}

/**
 * Random replies with up to three parallel tool calls, and sometimes empty ones. The content depends only on the number
 * of the turn.
 */
export class MadeUpAgent implements ChatModel {
  answered = 0;

  constructor(private readonly traits: MadeUpTraits) {}

  async ask({ purpose, body }: ModelRequest, _options: ModelOptions): Promise<ModelOutcome> {
    if (purpose !== 'turn') return answered([{ type: 'text', text: words(`${purpose} ${this.answered}`, 2_000) }]);
    this.answered += 1;
    const number = this.answered;
    const isSilent = randomOf(`silent ${number}`) < 0.05;
    const calls = isSilent || number > this.traits.turns ? [] : callsOf(number);
    const text = words(`reply ${number}`, 600);
    const says = !isSilent && (calls.length === 0 || randomOf(`says ${number}`) < 0.7);
    return answered([
      ...(this.traits.compacts === true && randomOf(`compacts ${number}`) < 0.1 ? [compaction(number)] : []),
      ...(this.traits.thinks === true && body.thinking !== undefined ? [thinking(number)] : []),
      ...(says ? [{ type: 'text', text } as const] : []),
      ...calls,
    ]);
  }
}

function answered(blocks: readonly ReplyBlock[]): ModelOutcome {
  const stopReason = blocks.some(({ type }) => type === 'tool-call') ? 'tool_use' : 'end_turn';
  const reply: ModelReply = { blocks, stopReason, timeMs: 1 };
  return { type: 'answered', reply };
}

function callsOf(number: number): ReplyBlock[] {
  const count = 1 + Math.floor(randomOf(`calls ${number}`) * 3);
  return Array.from({ length: count }, (_, place) => {
    const id = `toolu_${number}_${place}`;
    const name = TOOLS[Math.floor(randomOf(id) * TOOLS.length)] ?? 'Read';
    return { type: 'tool-call', id, name, input: { file_path: `/workspace/src/${number % 7}.ts` } };
  });
}

function thinking(number: number): ReplyBlock {
  const text = words(`thought ${number}`, 300);
  return { type: 'thinking', text, signature: signatureOf(text) };
}

function compaction(number: number): ReplyBlock {
  const content = words(`compaction ${number}`, 400);
  return { type: 'opaque', block: { type: 'compaction', content, encrypted_content: signatureOf(content) } };
}

/** Results of all lengths: some empty, some errors, some too long to stay in the context. */
export async function madeUpResults(calls: readonly ToolCallPart[]): Promise<ToolsRun> {
  const results = calls.map(({ id }): ToolResult => {
    const size = randomOf(`size ${id}`);
    const characters = size < 0.05 ? 0 : size > 0.97 ? 60_000 : Math.round(size ** 2 * 9_000);
    return {
      callId: id,
      text: words(id, characters),
      isError: randomOf(`error ${id}`) < 0.1 && characters > 0,
      tookMs: 1,
    };
  });
  return { results, files: [], desk: emptyToolState };
}

/** As the strict stand-in checks it; undefined if it would be accepted. */
export function problemOf({ body, betas }: ModelRequest): string | undefined {
  // The scripted model has no rules of its own, so it is checked by those of another.
  const id = body.model === SCRIPTED_MODEL ? 'claude-opus-5-5' : String(body.model);
  const model = findModel(id);
  if (model === undefined) throw new Error(`Unknown model ${id}`);
  const frame = { model, version: '2026-10-21', betas, isCount: false };
  return requestProblems({ ...body, stream: true }, frame).next().value ?? undefined;
}

/** Small enough to be filled within a few calls. */
export function smallWindow(policy: Policy): Policy {
  return { ...policy, windowTokens: 45_000, maxOutputTokens: 8_000 };
}

function words(about: string, characters: number): string {
  return `Of ${about}: src/pool.ts must hold 20 tiles. `.repeat(Math.ceil(characters / 40)).slice(0, characters);
}
