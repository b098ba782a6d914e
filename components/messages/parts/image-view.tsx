import { formatBytes } from '@/lib/series/words/format-bytes';
import type { ImagePart } from '@/lib/transcript/transcript';
import styles from './image-view.module.css';

/** Formats that a browser draws without running anything: SVG may contain scripts and external URLs. */
const drawn = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function ImageView({ image }: { readonly image: ImagePart }) {
  const { mediaType, bytes, width, height, data, url } = image;
  const size = width === undefined || height === undefined ? undefined : `${width} × ${height}`;
  const facts = [mediaType, size, bytes === undefined ? undefined : formatBytes(bytes)].filter(
    (fact) => fact !== undefined,
  );
  const canBeDrawn = data !== undefined && drawn.has(mediaType) && base64.test(data);
  return (
    <figure className={styles.image}>
      {canBeDrawn && (
        <svg role="img" aria-label={`From the transcript: ${facts.join(', ')}`} {...sizeOf(width, height)}>
          <image href={`data:${mediaType};base64,${data}`} width="100%" height="100%" />
        </svg>
      )}
      <figcaption>
        {facts.join(', ')}
        {!canBeDrawn &&
          (url === undefined
            ? '. The image itself is not in the file.'
            : `. Not loaded, because it is hosted elsewhere: ${url}`)}
      </figcaption>
    </figure>
  );
}

const LARGEST = { width: 480, height: 320 } as const;

/** Keeps its proportions, and is never enlarged. */
function sizeOf(width: number = LARGEST.width, height: number = LARGEST.height) {
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
