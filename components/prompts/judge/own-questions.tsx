import { type FormEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import forms from '@/components/ui/forms.module.css';
import { LONGEST_EXPECTED, LONGEST_QUESTION, MAX_OWN_QUESTIONS, type OwnQuestion } from '@/lib/judge/own-question';
import { exactNumber } from '@/lib/series/words/format-number';
import { ownQuestions } from '../stores/own-question-store';
import styles from './own-questions.module.css';

const none: readonly OwnQuestion[] = [];

interface OwnQuestionsProps {
  /** Its query. */
  readonly session: string;
  /** Where several sessions are shown. */
  readonly title?: string;
}

/** What the user wants the judge to ask in addition, kept with the session. */
export function OwnQuestions({ session, title }: OwnQuestionsProps) {
  const own = useStore(ownQuestions, ({ questions }) => questions[session] ?? none);
  const failure = useStore(ownQuestions, (state) => state.failure);
  const { remove } = ownQuestions.getState();
  useEffect(() => ownQuestions.getState().start(), []);
  const of = title === undefined ? '' : ` about ${title}`;
  return (
    <details className={styles.own}>
      <summary>
        Own questions{of}: {exactNumber(own.length)}
      </summary>
      {failure !== undefined && <ErrorNote {...failure} />}
      <p className={forms.muted}>
        Asked in addition to the generated questions, and not marked as yours. The model that answers only sees the
        question and the summary; the expected answer is for the judge.
      </p>
      {own.length > 0 && (
        <ol className={styles.list}>
          {own.map((each, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be the same
            <li key={place}>
              <span>
                {each.question} <span className={forms.muted}>Expected: {each.expected}</span>
              </span>
              <Button
                look="quiet"
                aria-label={`Delete question ${place + 1}`}
                onClick={() => void remove(session, each)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ol>
      )}
      {own.length < MAX_OWN_QUESTIONS ? (
        <AddQuestion session={session} />
      ) : (
        <p className={forms.muted}>Max {MAX_OWN_QUESTIONS} questions. Delete one to add another.</p>
      )}
    </details>
  );
}

function AddQuestion({ session }: { readonly session: string }) {
  const [question, setQuestion] = useState('');
  const [expected, setExpected] = useState('');
  const isEmpty = question.trim() === '' || expected.trim() === '';
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    void ownQuestions.getState().add(session, { question: question.trim(), expected: expected.trim() });
    setQuestion('');
    setExpected('');
  };
  return (
    <form className={styles.form} onSubmit={add}>
      <label className={forms.field}>
        Question
        <input
          value={question}
          maxLength={LONGEST_QUESTION}
          placeholder="Who releases version 2?"
          onChange={(event) => setQuestion(event.target.value)}
        />
      </label>
      <label className={forms.field}>
        Expected answer
        <input value={expected} maxLength={LONGEST_EXPECTED} onChange={(event) => setExpected(event.target.value)} />
      </label>
      <Button type="submit" disabled={isEmpty}>
        Add question
      </Button>
    </form>
  );
}
