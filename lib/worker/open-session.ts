import { importFile } from '../importers/import-file';
import type { WeighedContext } from '../simulator/context-at-call';
import { type RecordedTimeline, recordedTimeline } from '../simulator/recorded-timeline';
import { counterErrors } from '../tokens/counter-errors';
import { summarise } from '../transcript/summarise';
import type { Message, Transcript } from '../transcript/transcript';
import { messageRows } from './message-rows';
import type { OpenRequest, OpenSession } from './messages';
import { Refusal } from './refusal';

export interface OpenedSession {
  readonly overview: OpenSession;
  contextAt(call: number): WeighedContext;
  message(index: number): Message;
}

export async function openSession(request: OpenRequest, signal: AbortSignal): Promise<OpenedSession> {
  const file = request.type === 'stored' ? request.body : request.file;
  const name = request.type === 'stored' ? 'the stored session' : request.path;
  const read = await importFile({ name, size: file.size, stream: () => file.stream() }, { signal });
  if (!read.ok) {
    const { what, advice } = read.error.problem ?? { what: `Opening ${name} was cancelled.`, advice: 'Open it again.' };
    throw new Refusal(what, advice);
  }
  const [transcript] = read.value.transcripts;
  if (transcript === undefined) throw new Refusal(`There is no session in ${name}.`, 'Import the original file again.');
  return opened(transcript);
}

function opened(transcript: Transcript): OpenedSession {
  const recorded = recordedTimeline(transcript);
  return {
    overview: overview(transcript, recorded),
    contextAt: (call) => recorded.contextAtCall(call),
    message(index) {
      const message = transcript.messages[index];
      if (message === undefined) throw new Error(`Message ${index} of ${transcript.messages.length} was asked for`);
      return message;
    },
  };
}

function overview(transcript: Transcript, { timeline }: RecordedTimeline): OpenSession {
  const peak = timeline.used.reduce((most, tokens) => Math.max(most, tokens), 0);
  return {
    summary: summarise(transcript, peak),
    timeline,
    boundaries: transcript.boundaries,
    rows: messageRows(transcript),
    counters: counterErrors(transcript),
    systemInFile: transcript.systemInFile,
    children: transcript.children.map((child) => summarise(child, 0)),
    warnings: transcript.warnings,
  };
}
