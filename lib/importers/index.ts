import type { FormatId } from '../transcript/formats';
import { anthropicMessages } from './anthropic-messages';
import { claudeCode } from './claude-code';
import { claudeStreamJson } from './claude-stream-json';
import { claudeTrace } from './claude-trace';
import { cline } from './cline';
import { codex } from './codex';
import { copilotCli } from './copilot-cli';
import { aiSdk } from './frameworks/ai-sdk';
import { inspect } from './frameworks/inspect';
import { langchain } from './frameworks/langchain';
import { langfuse } from './frameworks/langfuse';
import { otel } from './frameworks/otel';
import { geminiContents } from './gemini/gemini-contents';
import { geminiCli } from './gemini-cli';
import { goose } from './goose';
import { harborAtif } from './harbor-atif';
import { highwater } from './highwater';
import { openaiChat } from './openai-chat';
import { openaiResponses } from './openai-responses';
import { opencode } from './opencode';
import { openhands } from './openhands';
import { pi } from './pi';
import { plainChat } from './plain-chat';
import { qwenCode } from './qwen-code';
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
  cline,
  aiSdk,
  opencode,
  pi,
  copilotCli,
  qwenCode,
  geminiCli,
  geminiContents,
  openhands,
  sweAgent,
  miniSweAgent,
  inspect,
  goose,
  langchain,
  langfuse,
  otel,
  plainChat,
];

export function importerFor(format: FormatId): Importer | undefined {
  return importers.find((importer) => importer.format === format);
}
