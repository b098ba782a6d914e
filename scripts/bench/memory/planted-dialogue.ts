import { RunHost } from '../../../lib/agent/host/run-host';
import { surroundings } from '../../../lib/agent/host/surroundings';
import type { ChatModel, ModelOutcome } from '../../../lib/agent/journal/chat-model';
import { JOURNAL_VERSION, type ModelChoice, type ReplyBlock } from '../../../lib/agent/journal/entry';
import { memoryFolderIn } from '../../../lib/agent/tools/memory-files';
import { runTools } from '../../../lib/agent/tools/run-tools';
import { ok } from '../../../lib/base/result';
import { extractionOf } from '../../../lib/layers/bound-layer';
import type { LabelledDialogue } from '../../../lib/memory/calibration/labelled-dialogue';
import { memoriesIn, type ReadMemory } from '../../../lib/memory/files/memory-folder';
import { none } from '../../../lib/policies/presets/none';
import { playgroundMemory } from '../../../lib/policies/presets/playground-memory';
import type { Policy } from '../../../lib/policies/shape/policy';
import type { Message, Part, Usage } from '../../../lib/transcript/transcript';

export interface PlantedOutcome {
  readonly memories: readonly ReadMemory[];
  readonly requests: number;
  /** Of each first request of an extraction. */
  readonly firstUsages: readonly Usage[];
  /** Tasks that did not end by themselves. */
  readonly failed: readonly string[];
}

export interface PlantedOptions {
  /** The requests of the planted turns are sent, too, so that a task finds them in the cache. */
  readonly sendsTurns?: boolean;
}

/** Nothing else acts. */
const onlyExtraction: Policy = {
  ...none,
  layers: none.layers.map(
    (row) =>
      playgroundMemory.layers.find((each) => each.layer === row.layer && extractionOf(each) !== undefined) ?? row,
  ),
};

const A_MONDAY = Date.UTC(2026, 2, 2, 9);
const LONGEST_WAIT_MS = 120_000;

/**
 * A dialogue in a real run: its prompts are entered, its replies are planted, and after each turn the extraction goes to
 * whoever is given: the scripted model, a model over HTTP, or one that is paid.
 */
export async function plantedDialogue(
  dialogue: LabelledDialogue,
  extracts: ChatModel,
  model: ModelChoice,
  { sendsTurns = false }: PlantedOptions = {},
): Promise<PlantedOutcome> {
  const files: Record<string, string> = {};
  const replies: ReplyBlock[][] = [];
  const prompts: string[] = [];
  let reads: ReplyBlock[] = [];
  for (const [at, message] of dialogue.messages.entries()) {
    if (message.role === 'tool') {
      files[`read-${at}.txt`] = textOf(message);
      reads = [
        ...reads,
        { type: 'tool-call', id: `toolu_${at}`, name: 'Read', input: { file_path: `read-${at}.txt` } },
      ];
    } else if (message.role === 'assistant') {
      if (reads.length > 0) replies.push([{ type: 'text', text: 'Let me look.' }, ...reads]);
      replies.push([{ type: 'text', text: textOf(message) }]);
      reads = [];
    } else if (dialogue.messages.slice(at).some(({ role }) => role === 'assistant')) prompts.push(textOf(message));
  }
  const setup = {
    version: JOURNAL_VERSION,
    runId: 'planted',
    policy: onlyExtraction,
    model,
    limits: { calls: 1_000, dollars: 1_000 },
    files,
    ...(dialogue.instructions === '' ? {} : { own: { instructions: dialogue.instructions } }),
  } as const;
  const host = new RunHost(
    {
      journal: { append: async () => ok(undefined), cut: async () => ok(undefined) },
      surroundings,
      model: () => withPlanted(replies, extracts, sendsTurns),
      runTools: (calls, desk, signal) => runTools(calls, desk, signal, () => 0),
      nowMs: () => A_MONDAY,
      onChange: () => undefined,
    },
    [{ type: 'begun', timeMs: A_MONDAY, setup }],
  );
  for (const text of prompts) {
    await host.enter({ type: 'prompt', text });
    await untilQuiet(host);
  }
  const { tasks } = host.state.run.memory;
  return {
    memories: memoriesIn(memoryFolderIn(host.state.run.files)).memories,
    requests: tasks.reduce((sum, { steps }) => sum + steps.length, 0),
    firstUsages: tasks.flatMap(({ steps }) => steps[0]?.usage ?? []),
    failed: tasks.flatMap(({ state, says }) => (state === 'done' ? [] : [says])),
  };
}

function withPlanted(replies: ReplyBlock[][], extracts: ChatModel, sendsTurns: boolean): ChatModel {
  return {
    async ask(request, by): Promise<ModelOutcome> {
      if (request.purpose !== 'turn') return extracts.ask(request, by);
      if (sendsTurns) await extracts.ask(request, by);
      const blocks = replies.shift() ?? [{ type: 'text', text: 'Done.' }];
      const stopReason = blocks.some(({ type }) => type === 'tool-call') ? 'tool_use' : 'end_turn';
      return { type: 'answered', reply: { blocks, stopReason, timeMs: 1 } };
    },
  };
}

async function untilQuiet(host: RunHost): Promise<void> {
  const end = Date.now() + LONGEST_WAIT_MS;
  while (host.state.run.memory.open.length > 0) {
    if (Date.now() > end) throw new Error('An extraction did not end');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function textOf({ parts }: Message): string {
  return parts.map(textOfPart).join('\n');
}

function textOfPart(part: Part): string {
  if (part.kind === 'tool-result') return part.parts.map(textOfPart).join('\n');
  return part.kind === 'text' ? part.text : '';
}
