import type { RefObject } from 'react';
import { saveFile } from '@/components/sessions/save-file';
import { toasts } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { drawnSvg, pngOf } from './drawn-svg';
import styles from './save-picture.module.css';

interface SavePictureProps {
  readonly of: RefObject<HTMLElement | null>;
  /** Of the file, without its extension. */
  readonly name: string;
  readonly what: string;
}

/** Saves what is drawn in an element, as it looks now. */
export function SavePicture({ of, name, what }: SavePictureProps) {
  const draw = () => (of.current === null ? undefined : drawnSvg(of.current));
  const savePng = async () => {
    const picture = draw();
    const png = picture && (await pngOf(picture));
    if (png === undefined) toasts.getState().show('Could not draw the PNG. Export the SVG instead.');
    else saveFile(`${name}.png`, png);
  };
  return (
    <div className={styles.buttons}>
      <Button
        title={`Export the ${what} as SVG`}
        onClick={() => {
          const picture = draw();
          if (picture) saveFile(`${name}.svg`, new Blob([picture.text], { type: 'image/svg+xml' }));
        }}
      >
        SVG
      </Button>
      <Button title={`Export the ${what} as PNG`} onClick={() => void savePng()}>
        PNG
      </Button>
    </div>
  );
}
