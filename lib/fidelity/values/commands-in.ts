const LONGEST_COMMAND = 300;
/** Operators outside quotation marks; an open quotation extends to the end. */
const PIECES = /(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|\\.|[^"'\\&|;]|(?<=>)&|&(?!&))+|&&|\|\||[|;]/g;
/** What only shortens or searches the output is no part of a command. */
const FILTER = /^(?:head|tail|less|more|cat|wc|sort|uniq|tee|column|e?grep|rg|jq|Select-Object|Select-String)(?:\s|$)/;
const REDIRECTED = /(?:\s*\d?>(?:&\d|\s*\/dev\/null))+$/;

/** The commands of a line, each without the filters of its output: `npm test -- a 2>&1 | tail -20` → `npm test -- a`. */
export function commandsIn(line: string): readonly string[] {
  const text = line.trim();
  if (text.length > LONGEST_COMMAND || !/^\S[^\n]*$/.test(text)) return [];
  const commands = new Set<string>();
  let pipeline: string[] = [];
  const end = () => {
    while (pipeline.length > 1 && FILTER.test(pipeline.at(-1) ?? '')) pipeline.pop();
    const command = pipeline.join(' | ').replace(REDIRECTED, '');
    if (command !== '') commands.add(command);
    pipeline = [];
  };
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece === '&&' || piece === '||' || piece === ';') end();
    else if (piece !== '|' && piece.trim() !== '') pipeline.push(piece.trim());
  }
  end();
  return [...commands];
}
