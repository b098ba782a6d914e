import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { warmUpEngine } from '@/components/shell/stores';
import type { Sample } from '@/lib/state/sessions/samples';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import styles from './intro.module.css';

/** What people come with. The link of each leads to where a view answers it, at the first compaction of the first sample. */
const questions = [
  { text: 'Why did it compact there, and what did it lose?', view: 'call=141' },
  {
    text: 'Would compacting at 60 % have been cheaper?',
    view: 'preset=claude-code-2.1&thresholds.percent=60&call=141',
  },
  { text: 'Which tools fill the context?', view: 'filter.tab=contents' },
] as const;

/** For users without a session: what this is, and what to do first. */
export function Intro({ samples }: { readonly samples: readonly Sample[] }) {
  const router = useRouter();
  const [sample] = samples;
  return (
    <section className={styles.intro} aria-labelledby="intro-title">
      <h2 id="intro-title" className={styles.title}>
        See how an agent’s context grew, what filled it, and where it was compacted
      </h2>
      <p>
        Drop a session on this page. Claude Code stores sessions in <code>~/.claude/projects</code>, Codex in{' '}
        <code>~/.codex/sessions</code>; Anthropic and OpenAI API request bodies work too. Everything stays in your
        browser; nothing is uploaded.
      </p>
      {sample !== undefined && (
        <>
          <p>No file handy? Ask the sample “{sample.title}”, or open one below:</p>
          <ul className={styles.questions}>
            {questions.map(({ text, view }) => {
              const address = `/simulate?${placeToQuery({ session: sample.sessionId, child: [] })}#v1&${view}&end`;
              const onIntent = () => {
                router.prefetch(address);
                warmUpEngine();
              };
              return (
                <li key={text}>
                  <Link
                    href={address}
                    prefetch={false}
                    className={styles.question}
                    onFocus={onIntent}
                    onPointerEnter={onIntent}
                  >
                    {text}
                  </Link>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
