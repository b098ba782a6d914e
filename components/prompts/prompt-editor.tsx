import { useState } from 'react';
import { useStore } from 'zustand';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { summaryPrompts } from '@/lib/prompts';
import { duplicatePrompt, writePrompts } from '@/lib/prompts/own-prompts';
import { summaryPrompt } from '@/lib/prompts/summary-prompt';
import type { ModelSource } from '@/lib/state/prompts-link';
import forms from './forms.module.css';
import { ImportPrompts } from './import-prompts';
import { promptLibrary } from './prompt-stores';

interface PromptEditorProps {
  readonly source: ModelSource;
  onChange(source: ModelSource): void;
}

/** The words of a prompt, changed in place. A preset stays as it is: the change goes into a copy. */
export function PromptEditor({ source, onChange }: PromptEditorProps) {
  const { prompts: own, prompt: find, savePrompt, removePrompt } = useStore(promptLibrary);
  const [draft, setDraft] = useState<{ readonly of: string; readonly text: string }>();
  const prompt = find(source.prompt);
  if (prompt === undefined) return null;
  const isOwn = own.some(({ id }) => id === prompt.id);
  const text = draft?.of === prompt.id ? draft.text : prompt.text;

  const copy = (words: string) => {
    const { id, title, modelledOn } = duplicatePrompt(prompt, [...own, ...summaryPrompts]);
    void savePrompt(summaryPrompt({ id, title, text: words, ...(modelledOn && { modelledOn }) }));
    onChange({ ...source, prompt: id });
  };
  const takeText = () => {
    setDraft(undefined);
    if (text === prompt.text || text.trim() === '') return;
    if (isOwn) void savePrompt(summaryPrompt({ ...prompt, text }));
    else copy(text);
  };

  return (
    <details>
      <summary>
        Prompt{' '}
        <span className={forms.muted}>
          {isOwn ? 'of mine' : 'preset'}
          {prompt.modelledOn !== undefined && `, after ${prompt.modelledOn.name}`}
        </span>
      </summary>
      <div className={forms.form}>
        {prompt.modelledOn !== undefined && (
          <p className={forms.muted}>
            Structure after {prompt.modelledOn.name} ({prompt.modelledOn.source}); the words are Highwater’s.
          </p>
        )}
        {isOwn && (
          <label className={forms.field}>
            Title
            <input
              key={prompt.id}
              defaultValue={prompt.title}
              onBlur={(event) => {
                const title = event.target.value.trim();
                if (title !== '' && title !== prompt.title) void savePrompt({ ...prompt, title });
              }}
            />
          </label>
        )}
        <label className={forms.field}>
          Words{!isOwn && ', changed in a copy of mine'}
          <textarea
            rows={14}
            spellCheck={false}
            value={text}
            onChange={(event) => setDraft({ of: prompt.id, text: event.target.value })}
            onBlur={takeText}
          />
        </label>
        <div className={forms.buttons}>
          <Button onClick={() => copy(text)}>Duplicate</Button>
          <Button
            onClick={() =>
              saveFile(`${prompt.id}.prompt.json`, new Blob([writePrompts([prompt])], { type: 'application/json' }))
            }
          >
            Export
          </Button>
          <ImportPrompts onTaken={(id) => onChange({ ...source, prompt: id })} />
          {isOwn && (
            <Button
              onClick={() => {
                onChange({ ...source, prompt: summaryPrompts[0]?.id ?? '' });
                void removePrompt(prompt.id);
              }}
            >
              Delete
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}
