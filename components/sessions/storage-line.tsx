import { BytesText } from '@/components/ui/bytes-text';
import type { SessionMeta } from '@/lib/storage/session-meta';
import type { StorageUsage } from '@/lib/storage/storage-usage';

interface StorageLineProps {
  readonly usage: StorageUsage;
  readonly stored: readonly SessionMeta[];
}

export function StorageLine({ usage: { usedBytes, quotaBytes }, stored }: StorageLineProps) {
  const bytes = stored.reduce((sum, meta) => sum + meta.storedBytes, 0);
  return (
    <p>
      Stored in this browser: <BytesText bytes={bytes} />
      {usedBytes !== undefined && quotaBytes !== undefined && (
        <>
          , all site data <BytesText bytes={usedBytes} /> of <BytesText bytes={quotaBytes} /> available
        </>
      )}
      . Nothing is uploaded.
    </p>
  );
}
