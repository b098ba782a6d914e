import { textRuns } from '@/lib/series/words/rule-text';

/** Text and code, in line. */
export function RuleWords({ text }: { readonly text: string }) {
  return [...textRuns(text).entries()].map(([place, run]) =>
    run.isCode ? <code key={place}>{run.text}</code> : <span key={place}>{run.text}</span>,
  );
}
