'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { warmUpEngine } from '@/components/shell/stores';
import type { Sample } from '@/lib/state/sessions/samples';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import styles from './intro.module.css';
import { ThresholdDemo } from './threshold-demo';

interface Question {
  readonly text: string;
  readonly view: string;
}

/** What people come with. The link of each leads to where a view answers it. */
function questionsAbout({ firstCompaction = 0 }: Sample): readonly Question[] {
  const call = `call=${firstCompaction + 1}`;
  return [
    { text: 'Why did it compact there, and what did it lose?', view: call },
    { text: 'Would compacting at 60 % have been cheaper?', view: `thresholds.percent=60&${call}` },
    { text: 'Which tools fill the context?', view: 'filter.tab=contents' },
  ];
}

/** For users without a session: what this is, and what to do first. */
export function Intro({ samples }: { readonly samples: readonly Sample[] }) {
  const sample = samples.find(({ thresholds }) => thresholds !== undefined) ?? samples[0];
  return (
    <section className={styles.intro} aria-labelledby="intro-title">
      <div className={styles.words}>
        <h2 id="intro-title" className={styles.title}>
          See how an agent’s context grew, what filled it, and where it was compacted
        </h2>
        <p>
          Drop a session on this page. Claude Code stores sessions in <code>~/.claude/projects</code>, Codex in{' '}
          <code>~/.codex/sessions</code>; Anthropic and OpenAI API request bodies work too. Everything stays in your
          browser; nothing is uploaded.
        </p>
      </div>
      {sample?.thresholds !== undefined && (
        <ThresholdDemo
          title={sample.title}
          file={sample.thresholds}
          renderLink={(link, text) => (
            <SampleLink sample={sample} link={link}>
              {text}
            </SampleLink>
          )}
        />
      )}
      {sample !== undefined && (
        <div className={styles.ask}>
          <p>No file handy? Ask the sample “{sample.title}”, or open one below:</p>
          <ul className={styles.questions}>
            {questionsAbout(sample).map(({ text, view }) => (
              <li key={text}>
                <SampleLink sample={sample} link={`v1&${view}&end`} className={styles.question}>
                  {text}
                </SampleLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface SampleLinkProps {
  readonly sample: Sample;
  /** The hash of Simulate's address. */
  readonly link: string;
  readonly className?: string | undefined;
  readonly children: string;
}

function SampleLink({ sample, link, className, children }: SampleLinkProps) {
  const router = useRouter();
  const address = `/simulate?${placeToQuery({ session: sample.sessionId, child: [] })}#${link}`;
  const onIntent = () => {
    router.prefetch(address);
    warmUpEngine();
  };
  return (
    <Link href={address} prefetch={false} className={className} onFocus={onIntent} onPointerEnter={onIntent}>
      {children}
    </Link>
  );
}
