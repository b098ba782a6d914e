import type { FormatId } from '../transcript/formats';
import { anthropicMessages } from './anthropic-messages';
import { claudeCode } from './claude-code';
import { claudeStreamJson } from './claude-stream-json';
import { claudeTrace } from './claude-trace';
import { codex } from './codex';
import { copilotCli } from './copilot-cli';
import { geminiContents } from './gemini/gemini-contents';
import { geminiCli } from './gemini-cli';
import { harborAtif } from './harbor-atif';
import { highwater } from './highwater';
import { inspect } from './inspect';
import { langchain } from './langchain';
import { langfuse } from './langfuse';
import { openaiChat } from './openai-chat';
import { openaiResponses } from './openai-responses';
import { opencode } from './opencode';
import { openhands } from './openhands';
import { otel } from './otel';
import { pi } from './pi';
import type { Importer } from './read/importer';
import { sweAgent } from './swe-agent';
import { miniSweAgent } from './swe-agent/mini-swe-agent';

/** The formats that can be imported. A new one is one file, one line here, and a row in `lib/transcript/formats.ts`. */
export const importers: readonly Importer[] = [
  highwater,
  claudeCode,
  claudeStreamJson,
  claudeTrace,
  anthropicMessages,
  openaiChat,
  openaiResponses,
  codex,
  harborAtif,
  opencode,
  pi,
  copilotCli,
  geminiCli,
  geminiContents,
  openhands,
  sweAgent,
  miniSweAgent,
  inspect,
  langchain,
  langfuse,
  otel,
];

export function importerFor(format: FormatId): Importer | undefined {
  return importers.find((importer) => importer.format === format);
}
