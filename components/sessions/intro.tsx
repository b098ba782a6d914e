import styles from './intro.module.css';

/** For users without a session: what this is, and what to do first. */
export function Intro() {
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
      <p>No file handy? Open a sample:</p>
    </section>
  );
}
