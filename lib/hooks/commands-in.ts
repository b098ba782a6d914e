/** Where a shell would start another command: inside quotes, only a substitution does. */
export function commandsIn(script: string): readonly string[] {
  const found: string[] = [];
  let quote = '';
  let start = 0;
  const cut = (at: number, length: number) => {
    found.push(script.slice(start, at));
    start = at + length;
  };
  for (let at = 0; at < script.length; at++) {
    const char = script.charAt(at);
    if (char === '\\' && quote !== "'") at += 1;
    else if (quote === "'") quote = char === "'" ? '' : quote;
    else if (char === '`' || script.startsWith('$(', at)) {
      cut(at, char === '`' ? 1 : 2);
      at += char === '`' ? 0 : 1;
      // What a substitution contains is a script of its own; where it ends matters less than that it is seen.
      quote = '';
    } else if (quote === '"') quote = char === '"' ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (';&|\n(){}'.includes(char) && !isRedirection(script, at)) cut(at, 1);
  }
  found.push(script.slice(start));
  return found.map((command) => command.trim()).filter((command) => bare(command) !== '');
}

/** `2>&1`, `&>file` and `>|` start no command. */
function isRedirection(script: string, at: number): boolean {
  return script[at - 1] === '>' || script[at - 1] === '<' || (script[at] === '&' && script[at + 1] === '>');
}

/** The command itself: without what may stand before it, and without quotes that surround it or its name. */
export function bare(command: string): string {
  let rest = command
    .trim()
    .replace(/^["')\]]+(?=\s|$)/, '')
    .trim();
  for (;;) {
    const next = rest
      .replace(/^(?:if|then|elif|else|while|until|do|!|time|exec|command|builtin|env|nohup|xargs|sudo)\s+/, '')
      .replace(/^[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+/, '')
      .replace(/^\\(?=\w)/, '')
      .replace(/^(["'])([\w./-]+)\1/, '$2');
    if (next === rest) return /^(?:fi|done|esac|then|else|do)$/.test(rest) ? '' : rest;
    rest = next;
  }
}
