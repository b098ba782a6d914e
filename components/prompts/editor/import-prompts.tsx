import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { summaryPrompts } from '@/lib/prompts/index';
import { besideOthers, readPrompts } from '@/lib/prompts/own-prompts';
import { promptLibrary } from '../stores/prompt-stores';

/** Adds the prompts of a file to the user's own. */
export function ImportPrompts({ onTaken }: { onTaken(id: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();

  const take = async (file: File) => {
    const read = readPrompts(await file.text());
    const why = read.ok ? (read.value.length === 0 ? 'it contains no prompts' : undefined) : read.error;
    setProblem(why === undefined ? undefined : `Could not import “${file.name}”: ${why}.`);
    if (!read.ok) return;
    const taken: string[] = [];
    for (const prompt of read.value) {
      const { prompts: own, savePrompt } = promptLibrary.getState();
      const others = [...own, ...summaryPrompts];
      const beside = besideOthers(prompt, others);
      taken.push(beside.id);
      if (!others.some(({ id }) => id === beside.id)) await savePrompt(beside);
    }
    const [first] = taken;
    if (first !== undefined) onTaken(first);
  };

  return (
    <>
      <Button onClick={() => input.current?.click()}>Import</Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Prompts file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void take(file);
          // Otherwise choosing the same file again would not fire a change event.
          event.target.value = '';
        }}
      />
      {problem !== undefined && <ErrorNote what={problem} advice="No prompts were changed." />}
    </>
  );
}
