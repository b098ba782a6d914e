import { isCancelled, Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import { atOnce, type Steps } from '../../base/steps/steps';
import { importFile } from '../../importers/import-file';
import { childLanes } from '../../simulator/children/child-lanes';
import { type Contents, contentsAt } from '../../simulator/recorded/contents';
import type { WeighedContext } from '../../simulator/recorded/context-at-call';
import { recordedBill } from '../../simulator/recorded/recorded-bill';
import { type ReplayMaterial, replayMaterialInSteps } from '../../simulator/recorded/replay-material';
import { peakOf, summaryOf } from '../../simulator/recorded/summary-of';
import { pieceText, type SystemPieces, systemPieces } from '../../simulator/recorded/system-pieces';
import { counterErrorsInSteps } from '../../tokens/counter-errors';
import { summarise } from '../../transcript/summarise';
import type { Message, Transcript } from '../../transcript/transcript';
import type { InSteps } from '../wire/in-slices';
import { Compactions } from './compactions';
import { Explanations } from './explanations';
import { messageRowsInSteps } from './message-rows';
import type { FoundParts, OpenRequest, OpenSession, SessionBody } from './messages';
import { ProjectMemories } from './project-memories';
import { searchParts } from './search-parts';
import { SessionValues } from './session-values';
import { Simulations } from './simulations';

export interface OpenedSession {
  readonly simulations: Simulations;
  readonly explanations: Explanations;
  readonly compactions: Compactions;
  readonly values: SessionValues;
  readonly memories: ProjectMemories;
  /** For the page. Sweep workers do without it. */
  overview(): OpenSession;
  overviewInSteps(): Steps<OpenSession>;
  contextAt(call: number): WeighedContext;
  contentsAt(call: number): Contents;
  systemPieces(): SystemPieces;
  pieceText(piece: number, time: number): string;
  message(index: number): Message;
  search(text: string, signal: AbortSignal): Promise<FoundParts>;
}

export async function openSession(
  request: OpenRequest,
  signal: AbortSignal,
  inSteps: InSteps = async (work) => atOnce(work),
): Promise<OpenedSession> {
  const { transcript, ancestors } = lineTo(await readSession(request, signal), request.child);
  try {
    return await inSteps(openedInSteps(transcript, ancestors, request.ruleEdits), signal);
  } catch (error) {
    throw isCancelled(error) ? cancelledOpening(request) : error;
  }
}

function cancelledOpening(request: SessionBody): Refusal {
  return new Refusal(`Opening ${nameOf(request)} was cancelled.`, 'Open it again.');
}

function nameOf(request: SessionBody): string {
  return request.type === 'stored' ? 'the stored session' : request.path;
}

/** With its sub-agents. */
export async function readSession(request: SessionBody, signal: AbortSignal): Promise<Transcript> {
  const file = request.type === 'stored' ? request.body : request.file;
  const name = nameOf(request);
  const read = await importFile({ name, size: file.size, stream: () => file.stream() }, { signal });
  if (!read.ok) {
    const { problem } = read.error;
    throw problem === undefined ? cancelledOpening(request) : new Refusal(problem.what, problem.advice);
  }
  const [transcript] = read.value.transcripts;
  if (transcript === undefined) throw new Refusal(`No session found in ${name}.`, 'Import the original file again.');
  return transcript;
}

function lineTo(root: Transcript, path: readonly number[]) {
  let transcript = root;
  const ancestors: Transcript[] = [];
  for (const place of path) {
    const child = transcript.children[place];
    if (child === undefined) {
      const count = transcript.children.length;
      throw new Refusal(
        `Sub-agent not found: this session has ${count === 0 ? 'none' : count}.`,
        'Open the session itself and choose one of its sub-agents.',
      );
    }
    ancestors.push(transcript);
    transcript = child;
  }
  return { transcript, ancestors };
}

function* openedInSteps(
  transcript: Transcript,
  ancestors: readonly Transcript[],
  ruleEdits: OpenRequest['ruleEdits'],
): Steps<OpenedSession> {
  const material = yield* replayMaterialInSteps(transcript);
  const { recorded } = material;
  const simulations = new Simulations(material);
  const values = new SessionValues(transcript.messages, ruleEdits);
  let pieces: SystemPieces | undefined;
  const listed = () => {
    pieces ??= systemPieces(transcript, recorded);
    return pieces;
  };
  return {
    simulations,
    explanations: new Explanations(material, simulations, values),
    compactions: new Compactions(material, simulations, values),
    values,
    memories: new ProjectMemories(material),
    overview: () => atOnce(overview(material, ancestors)),
    overviewInSteps: () => overview(material, ancestors),
    contextAt: (call) => recorded.contextAtCall(call),
    contentsAt: (call) => contentsAt(transcript, recorded, call),
    systemPieces: listed,
    pieceText(piece, time) {
      const { pieces: all } = listed();
      const asked = all[piece];
      if (asked === undefined) throw new Error(`Piece ${piece} of ${all.length} was asked for`);
      return pieceText(transcript, asked, time);
    },
    message(index) {
      const message = transcript.messages[index];
      if (message === undefined) throw new Error(`Message ${index} of ${transcript.messages.length} was asked for`);
      return message;
    },
    search: (text, signal) => searchParts(transcript, text, signal),
  };
}

function* overview(material: ReplayMaterial, ancestors: readonly Transcript[]): Steps<OpenSession> {
  const { transcript, limits } = material;
  const { timeline } = material.recorded;
  return {
    summary: summarise(transcript, peakOf(timeline), limits),
    timeline,
    ...optional('recordedBill', recordedBill(material)),
    boundaries: transcript.boundaries,
    rows: yield* messageRowsInSteps(transcript),
    counters: yield* counterErrorsInSteps(transcript),
    systemInFile: transcript.systemInFile,
    children: transcript.children.map(summaryOf),
    lanes: childLanes(transcript, material.recorded),
    ancestors: ancestors.map((ancestor) => ancestor.title ?? 'Untitled session'),
    warnings: transcript.warnings,
  };
}
