import { useRef } from 'react';
import { DropOverlay } from '@/components/sessions/drop-overlay';
import { Button } from '@/components/ui/button';

/** Files of rows are opened here, and by dropping them on the page. */
export function OpenRows({ onOpen }: { onOpen(file: File): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button title="Rows that “highwater replay … --json” or this page wrote" onClick={() => input.current?.click()}>
        Open file of rows
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File of rows"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onOpen(file);
          event.target.value = '';
        }}
      />
      <DropOverlay
        words="Drop a file of rows to open it. It stays in your browser."
        onImport={([first]) => {
          if (first !== undefined) onOpen(new File([first.file], first.path));
        }}
      />
    </>
  );
}
