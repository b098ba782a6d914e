import type { Context, ContextMessage, PartPlace, ResultIndex } from '../shape/context';

export function resultIndex({ messages, index }: Context): ResultIndex {
  return index ?? indexOf(messages);
}

export function indexOf(messages: readonly ContextMessage[]): ResultIndex {
  const whole: PartPlace[] = [];
  let wholeTokens = 0;
  let results = 0;
  let resultCharacters = 0;
  let editedTokens = 0;
  let editedToolTokens = 0;
  messages.forEach(({ parts, resultCharacters: characters }, message) => {
    resultCharacters += characters;
    parts.forEach((held, part) => {
      if (held.uneditedTokens !== undefined) {
        const edited = held.uneditedTokens - held.tokens;
        editedTokens += edited;
        if (held.part.kind !== 'thinking') editedToolTokens += edited;
      }
      if (held.part.kind !== 'tool-result') return;
      results += 1;
      if (held.state !== 'whole') return;
      whole.push({ message, part });
      wholeTokens += held.tokens;
    });
  });
  const findings: ResultIndex['findings'] = new Map();
  return { whole, wholeTokens, results, resultCharacters, editedTokens, editedToolTokens, findings };
}
