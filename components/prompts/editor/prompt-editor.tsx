import { useState } from 'react';
import { useStore } from 'zustand';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import forms from '@/components/ui/forms.module.css';
import { optional } from '@/lib/base/optional';
import { summaryPrompts } from '@/lib/prompts/index';
import { duplicatePrompt, writePrompts } from '@/lib/prompts/own-prompts';
import {
  isScratchTag,
  LONGEST_NAME,
  MAX_PROMPT_CHARACTERS,
  type SummaryPrompt,
  summaryPrompt,
} from '@/lib/prompts/summary-prompt';
import { type EditedCopy, editText } from '@/lib/state/prompts/prompt-edit';
import type { ModelSource } from '@/lib/state/prompts/prompts-link';
import { promptLibrary } from '../stores/prompt-stores';
import { ImportPrompts } from './import-prompts';
import styles from './prompt-editor.module.css';
import { TextField } from './text-field';
import { TryPrompt } from './try-prompt';

interface PromptEditorProps {
  readonly source: ModelSource;
  onChange(source: ModelSource): void;
  onRun(): void;
}

/** Edits the text of a prompt. Presets are not changed: edits go to a copy. Every key is kept. */
export function PromptEditor({ source, onChange, onRun }: PromptEditorProps) {
  const library = useStore(promptLibrary);
  const { prompts: own, savePrompt, removePrompt } = library;
  const [copied, setCopied] = useState<EditedCopy>();
  const prompt = library.prompt(source.prompt);
  if (prompt === undefined) return null;
  const isOwn = own.some(({ id }) => id === prompt.id);

  const type = (text: string) => {
    const edited = editText(promptLibrary.getState(), summaryPrompts, { prompt, text, copy: copied });
    setCopied(edited.copy);
    if (edited.prompt !== source.prompt) onChange({ ...source, prompt: edited.prompt });
  };
  const duplicate = () => {
    const copy = duplicatePrompt(prompt, [...own, ...summaryPrompts]);
    void savePrompt(copy);
    onChange({ ...source, prompt: copy.id });
  };

  return (
    <div className={styles.editor}>
      <label className={classNames(forms.field, styles.text)}>
        <span>Prompt {isOwn ? '(custom)' : '(preset, edits create a custom copy)'}</span>
        <textarea
          rows={9}
          spellCheck={false}
          maxLength={MAX_PROMPT_CHARACTERS}
          value={prompt.text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun();
          }}
        />
      </label>
      <details>
        <summary>Prompt options</summary>
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
          {isOwn && <ScratchTagField key={prompt.id} prompt={prompt} onChange={(next) => void savePrompt(next)} />}
          <div className={forms.buttons}>
            <Button onClick={duplicate}>Duplicate</Button>
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
    </div>
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
