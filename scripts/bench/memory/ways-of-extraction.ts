import { StandIn } from '../../../e2e/stand-in/stand-in';
import type { ModelChoice } from '../../../lib/agent/journal/entry';
import { apiModel } from '../../../lib/agent/model/api-model';
import { scriptedModel } from '../../../lib/agent/scripted/scripted-model';
import { modelAsker } from '../../../lib/api/asker/model-asker';
import type { ComparedDialogue } from '../../../lib/memory/calibration/compare-dialogue';
import { compareMemories } from '../../../lib/memory/calibration/compare-memories';
import type { LabelledDialogue } from '../../../lib/memory/calibration/labelled-dialogue';
import { type PlantedOptions, type PlantedOutcome, plantedDialogue } from './planted-dialogue';

/** Who extracts in a real run. */
export interface ExtractionWay {
  readonly name: string;
  extract(dialogue: LabelledDialogue): Promise<PlantedOutcome>;
  close?(): Promise<void>;
}

export const byScript: ExtractionWay = {
  name: 'in a run, offline',
  extract: (dialogue) =>
    plantedDialogue(dialogue, scriptedModel({ pace: () => ({ firstWordMs: 0, perWordMs: 0 }), nowMs: () => 0 }), {
      type: 'scripted',
    }),
};

/** Of either API. Every request must be accepted. */
export async function byStandIn(id: string): Promise<ExtractionWay> {
  const standIn = await StandIn.start();
  let count = 0;
  const key = () => {
    count += 1;
    return `stand-in-dialogue-${count}`;
  };
  const way = overHttp(id, standIn.addresses, key, { sendsTurns: true });
  return {
    ...way,
    name: `through the stand-in, ${id}`,
    async extract(dialogue) {
      const outcome = await way.extract(dialogue);
      const problems = standIn.seen().flatMap(({ problem }) => problem ?? []);
      if (problems.length > 0) throw new Error(`The stand-in rejected a request: ${problems[0]}`);
      return outcome;
    },
    close: () => standIn.close(),
  };
}

/** With a key: what a model makes of it is paid. */
export function overHttp(
  id: string,
  addresses: StandIn['addresses'],
  keyOf: () => string,
  options: PlantedOptions = {},
): ExtractionWay {
  const choice: ModelChoice = { type: 'api', id, thinks: false, serverClears: false };
  return {
    name: id,
    extract: (dialogue) => plantedDialogue(dialogue, apiModel(modelAsker(addresses)(keyOf())), choice, options),
  };
}

export interface ExtractedDialogue extends ComparedDialogue {
  readonly requests: number;
  readonly failed: readonly string[];
}

export async function extractedBy(
  way: ExtractionWay,
  dialogues: readonly LabelledDialogue[],
): Promise<readonly ExtractedDialogue[]> {
  const compared: ExtractedDialogue[] = [];
  for (const dialogue of dialogues) {
    const { memories, requests, failed } = await way.extract(dialogue);
    compared.push({ ...compareMemories(dialogue, memories), requests, failed });
  }
  return compared;
}
