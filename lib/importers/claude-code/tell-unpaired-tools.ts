import type { Transcript } from '../../transcript/transcript';
import { unpairedTools } from '../../transcript/unpaired-tools';
import type { Report } from './report';

const LONGEST_NAME = 60;

export function tellUnpairedTools(transcript: Transcript, report: Report): void {
  const pairs = unpairedTools(transcript);
  const unanswered = new Set(pairs.unanswered);
  const orphans = new Set(pairs.orphans);
  if (unanswered.size + orphans.size === 0) return;
  for (const message of transcript.messages) {
    for (const part of message.parts) {
      if (part.kind === 'tool-call' && unanswered.has(part.id)) {
        report.warn('noticed', message.line, `A call of ${part.name.slice(0, LONGEST_NAME)} has no result`);
      }
      if (part.kind === 'tool-result' && orphans.has(part.callId)) {
        report.warn('noticed', message.line, 'A tool result has no matching call');
      }
    }
  }
}
