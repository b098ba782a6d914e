import Link from 'next/link';
import { useState } from 'react';
import { useStore } from 'zustand';
import { KeyDialog } from '@/components/api/key-dialog';
import { useHasKey } from '@/components/api/use-has-key';
import { saveFile } from '@/components/sessions/save-file';
import { SessionTitle } from '@/components/shell/session-title';
import { useSessionView } from '@/components/shell/use-session-view';
import { Button } from '@/components/ui/button';
import { optional } from '@/lib/base/optional';
import { comparisonAsJson, comparisonAsMarkdown } from '@/lib/state/judge/exported-comparison';
import { resultOf } from '@/lib/state/prompts/prompt-run';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { recordedView } from '@/lib/state/simulate/simulated-session';
import { writeViewLink } from '@/lib/state/simulate/view-link';
import { useJudgedColumns } from './judge/judged-columns';
import styles from './prompts-header.module.css';
import { prompts } from './stores/prompt-stores';

interface PromptsHeaderProps {
  readonly place: SessionPlace;
  readonly title: string;
  readonly isSample: boolean;
}

export function PromptsHeader({ place, title, isSample }: PromptsHeaderProps) {
  const [isKeyShown, setIsKeyShown] = useState(false);
  const call = useStore(prompts, ({ calls }) => calls[0]);
  const simulated = useStore(prompts, ({ about }) => about?.simulated);
  const hasKey = useHasKey();
  const columns = useStore(prompts, (state) => state.columns);
  const tried = new Set(columns.flatMap(({ source }) => (source.type === 'model' ? [source.prompt] : [])));
  const promptsQuery = [...tried].map((id) => `&prompt=${encodeURIComponent(id)}`).join('');
  const link = writeViewLink({ ...(simulated ?? recordedView(undefined)), ...optional('call', call), filters: {} });
  const simulateAddress = `/simulate?${placeToQuery(place)}${link.ok ? `#${link.value}` : ''}`;
  useSessionView('simulate', simulateAddress);
  useSessionView('compare', `/compare?${placeToQuery(place)}`);
  return (
    <header className={styles.header}>
      <SessionTitle title={`Prompts: ${title}`} isSample={isSample}>
        <Button onClick={() => setIsKeyShown(true)}>{hasKey ? 'Key: set' : 'Key: not set'}</Button>
        <ExportRuns title={title} />
        <Link prefetch={false} href={`/prompts/experiments?${placeToQuery(place)}${promptsQuery}`}>
          Run on several
        </Link>
        <Link prefetch={false} href={simulateAddress}>
          Simulate this session
        </Link>
      </SessionTitle>
      {!hasKey && (
        <p className={styles.note}>
          Recorded and offline summaries need no key. With an Anthropic API key, you can also run prompts on its models.
        </p>
      )}
      <KeyDialog isOpen={isKeyShown} onClose={() => setIsKeyShown(false)} />
    </header>
  );
}

/** Exports the columns as a file. */
function ExportRuns({ title }: { readonly title: string }) {
  const texts = useJudgedColumns();
  const { calls, round } = useStore(prompts);
  const call = calls[round];
  const columns = texts.flatMap(({ title: name, run, runs, result, writer, judgement }) => {
    const otherAnswers = runs.flatMap((each) => (each.id === run ? [] : (resultOf(each) ?? [])));
    return result === undefined ? [] : [{ title: name, result, writer, otherAnswers, judgement }];
  });
  if (call === undefined) return null;
  const comparison = { session: title, call, round, earlierCalls: calls.slice(0, round), columns };
  const isEmpty = columns.length === 0;
  return (
    <>
      <Button
        disabled={isEmpty}
        onClick={() => saveFile('prompts.md', new Blob([comparisonAsMarkdown(comparison)], { type: 'text/markdown' }))}
      >
        Markdown
      </Button>
      <Button
        disabled={isEmpty}
        onClick={() => saveFile('prompts.json', new Blob([comparisonAsJson(comparison)], { type: 'application/json' }))}
      >
        JSON
      </Button>
    </>
  );
}
