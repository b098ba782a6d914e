import { useState } from 'react';
import { useStore } from 'zustand';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import forms from '@/components/ui/forms.module.css';
import { optional } from '@/lib/base/optional';
import { summaryPrompts } from '@/lib/prompts/index';
import { duplicatePrompt, writePrompts } from '@/lib/prompts/own-prompts';
import { isScratchTag, LONGEST_NAME, type SummaryPrompt, summaryPrompt } from '@/lib/prompts/summary-prompt';
import type { ModelSource } from '@/lib/state/prompts/prompts-link';
import { promptLibrary } from '../stores/prompt-stores';
import { ImportPrompts } from './import-prompts';
import { TextField } from './text-field';
import { TryPrompt } from './try-prompt';

interface PromptEditorProps {
  readonly source: ModelSource;
  onChange(source: ModelSource): void;
}

/** Edits the text of a prompt. Presets are not changed: edits go to a copy. */
export function PromptEditor({ source, onChange }: PromptEditorProps) {
  const { prompts: own, prompt: find, savePrompt, removePrompt } = useStore(promptLibrary);
  const [draft, setDraft] = useState<{ readonly of: string; readonly text: string }>();
  const prompt = find(source.prompt);
  if (prompt === undefined) return null;
  const isOwn = own.some(({ id }) => id === prompt.id);
  const text = draft?.of === prompt.id ? draft.text : prompt.text;

  const copy = (words: string) => {
    const duplicate = duplicatePrompt(prompt, [...own, ...summaryPrompts]);
    void savePrompt(summaryPrompt({ ...duplicate, text: words }));
    onChange({ ...source, prompt: duplicate.id });
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
          {isOwn ? '(custom)' : 'preset'}
          {prompt.modelledOn !== undefined && `, based on ${prompt.modelledOn.name}`}
        </span>
      </summary>
      <div className={forms.form}>
        {prompt.modelledOn !== undefined && (
          <p className={forms.muted}>
            Structure based on {prompt.modelledOn.name} ({prompt.modelledOn.source}); wording by Highwater.
          </p>
        )}
        {isOwn && (
          <TextField
            key={`title of ${prompt.id}`}
            label="Title"
            value={prompt.title}
            maxLength={LONGEST_NAME}
            onChange={(title) => {
              if (title === '') return 'must not be empty';
              void savePrompt({ ...prompt, title });
              return undefined;
            }}
          />
        )}
        <label className={forms.field}>
          Text{!isOwn && ' (edits create a custom copy)'}
          <textarea
            rows={14}
            spellCheck={false}
            value={text}
            onChange={(event) => setDraft({ of: prompt.id, text: event.target.value })}
            onBlur={takeText}
          />
        </label>
        {isOwn && <ScratchTagField key={prompt.id} prompt={prompt} onChange={(next) => void savePrompt(next)} />}
        <div className={forms.buttons}>
          <Button onClick={() => copy(text)}>Duplicate</Button>
          <Button
            onClick={() =>
              saveFile(`${prompt.id}.prompt.json`, new Blob([writePrompts([prompt])], { type: 'application/json' }))
            }
          >
            Export
          </Button>
          <TryPrompt prompt={prompt} />
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

interface ScratchTagFieldProps {
  readonly prompt: SummaryPrompt;
  onChange(prompt: SummaryPrompt): void;
}

/** The tag of the scratch part. Two are known; a prompt may use another. */
function ScratchTagField({ prompt, onChange }: ScratchTagFieldProps) {
  return (
    <TextField
      label="Scratchpad tag (optional)"
      value={prompt.scratchTag ?? ''}
      placeholder="none"
      note="Text between these tags is removed from the summary. <analysis> and <scratch> are always removed."
      onChange={(typed) => {
        const tag = typed.replace(/^<|>$/g, '');
        if (tag !== '' && !isScratchTag(tag)) return 'must be a tag name, such as notes, but not summary';
        const { scratchTag: _, ...rest } = prompt;
        onChange(summaryPrompt({ ...rest, ...optional('scratchTag', tag === '' ? undefined : tag) }));
        return undefined;
      }}
    />
  );
}
