import { fail, ok, type Result } from '../../lib/base/result';
import { hookSums } from '../../lib/series/words/hook-words';
import { pieceKindTitles, staysWords, systemGaps } from '../../lib/series/words/system-words';
import { instructionLoads } from '../../lib/simulator/recorded/instruction-loads';
import { pieceKinds } from '../../lib/simulator/recorded/pieces-in-part';
import { recordedTimeline } from '../../lib/simulator/recorded/recorded-timeline';
import { type SystemPieces, systemPieces } from '../../lib/simulator/recorded/system-pieces';
import type { Transcript } from '../../lib/transcript/transcript';
import { forEachTranscript } from './for-each-transcript';
import { jsonLine } from './json-line';
import { parseWords, wrongWords } from './parse-words';
import { shownPath } from './standard-input';
import { plainText, say, sayJson } from './terminal';

type Loads = ReturnType<typeof instructionLoads>;

/** `highwater system FILE`. Returns the exit code. */
export async function system(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (!options.ok) return wrongWords('system', options.error);
  const { path, json } = options.value;
  const file = shownPath(path);
  return forEachTranscript(path, { isJson: json }, (main) => {
    for (const transcript of [main, ...main.children]) {
      const pieces = systemPieces(transcript, recordedTimeline(transcript));
      const loads = instructionLoads(transcript);
      const { agentId = null, format } = transcript;
      if (json) sayJson(jsonLine({ file, agentId, format, ...pieces, instructions: loads }));
      else say(asText(file, transcript, pieces, loads));
    }
  });
}

function readOptions(words: readonly string[]): Result<{ readonly path: string; readonly json: boolean }> {
  const parsed = parseWords(words, { json: { type: 'boolean', default: false } });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) return fail('specify one file');
  return ok({ path, json: values.json });
}

function asText(path: string, transcript: Transcript, found: SystemPieces, loads: Loads): string {
  const { pieces, notInFile, calls, compactions, hooks } = found;
  const names = (indices: readonly number[]) => indices.map((index) => plainText(pieces[index]?.name ?? '')).join(', ');
  const lines = [
    transcript.agentId === undefined ? path : `${path}, sub-agent ${plainText(transcript.agentId)}`,
    `  ${number(calls)} calls`,
    ...(notInFile.carried > 0
      ? [
          `  not in the file: about ${number(notInFile.first)} tokens of call 0, ${number(notInFile.last)} of call ${calls - 1}`,
        ]
      : []),
    ...(pieces.length === 0 ? [`  ${systemGaps(transcript)}`] : []),
    ...pieceKinds.flatMap((kind) => {
      const ofKind = pieces.filter((piece) => piece.kind === kind);
      if (ofKind.length === 0) return [];
      return [
        `  ${pieceKindTitles[kind]}`,
        ...ofKind.map(({ name, source, texts, carried, times }) =>
          [
            `    ${plainText(name)}`,
            source,
            staysWords(texts, times.length),
            `${number(times[0]?.tokens ?? 0)} tokens`,
            `calls ${times[0]?.first ?? 0} to ${Math.max(...times.map(({ last }) => last))}`,
            `${number(carried)} tokens × calls`,
          ].join(' · '),
        ),
      ];
    }),
    ...compactions.map(({ call, back, added, gone }) => {
      const parts = [
        ...(back.length > 0 ? [`again: ${names(back)}`] : []),
        ...(added.length > 0 ? [`new: ${names(added)}`] : []),
        ...(gone.length > 0 ? [`gone: ${names(gone)}`] : []),
      ];
      return `  compaction before call ${call}: ${parts.length === 0 ? 'nothing changed around the conversation' : parts.join('; ')}`;
    }),
    ...hooks.map(
      ({ event, name, runs }) =>
        `  hook ${plainText(name ?? event)}: ${number(runs.length)} ${runs.length === 1 ? 'run' : 'runs'}, ` +
        `${number(runs.filter(({ isSent }) => isSent).length)} with output for the model, ` +
        hookSums(runs)
          .map((words) => `${words}, `)
          .join('') +
        `before ${shortList(runs.map(({ call }) => (call === calls ? 'the end' : String(call))))}`,
    ),
    ...loadLines(loads),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** What the rules predict, beside what was recorded. */
function loadLines({ recorded, predicted }: Loads): string[] {
  if (recorded.length === 0) return [];
  const explained = recorded.filter(({ because }) => because !== undefined).length;
  const elsewhere = predicted.filter(
    ({ path, call }) => !recorded.some((load) => load.path === path && load.call === call),
  );
  return [
    `  instructions loaded: ${recorded.length}, ${explained} of them predicted from the files read before; predicted elsewhere: ${elsewhere.length}`,
    ...recorded.map(
      ({ call, path, because }) =>
        `    call ${call}: ${plainText(path)}, ${because === undefined ? 'no file read before explains it' : `for ${plainText(because)}`}`,
    ),
    ...elsewhere.map(
      ({ call, path, because }) => `    not at call ${call}: ${plainText(path)}, for ${plainText(because ?? '')}`,
    ),
  ];
}

const SHOWN = 12;

function shortList(places: readonly string[]): string {
  const distinct = [...new Set(places)];
  const rest = distinct.length - SHOWN;
  return `call ${distinct.slice(0, SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
