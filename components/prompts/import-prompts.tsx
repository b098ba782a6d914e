import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { readPrompts } from '@/lib/prompts/own-prompts';
import { promptLibrary } from './prompt-stores';

/** Takes the prompts of a file among the user's own. */
export function ImportPrompts({ onTaken }: { onTaken(id: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();

  const take = async (file: File) => {
    const read = readPrompts(await file.text());
    setProblem(read.ok ? undefined : `Cannot import “${file.name}”: ${read.error}.`);
    if (!read.ok) return;
    for (const prompt of read.value) await promptLibrary.getState().savePrompt(prompt);
    const [first] = read.value;
    if (first !== undefined) onTaken(first.id);
  };

  return (
    <>
      <Button onClick={() => input.current?.click()}>Import</Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="File of prompts"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void take(file);
          // Else choosing the same file again would not count as a change.
          event.target.value = '';
        }}
      />
      {problem !== undefined && <ErrorNote what={problem} advice="No prompt was changed." />}
    </>
  );
}
