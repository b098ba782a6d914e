import { useRouter } from 'next/navigation';
import { imports, openedRows } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';

/** A file of rows that was dropped where transcripts are imported: it is opened where it would have been dropped. */
export function OpenInCompare({ runId, path }: { readonly runId: number; readonly path: string }) {
  const router = useRouter();
  const open = async () => {
    const source = imports
      .getState()
      .runs.find(({ id }) => id === runId)
      ?.files.find((file) => file.path === path);
    if (source === undefined) return;
    await openedRows.getState().open(path, source.file);
    router.push('/compare?rows');
  };
  return <Button onClick={() => void open()}>Open in Compare</Button>;
}
