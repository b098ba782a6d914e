import { endsOf, lastStep, plainName } from '../values/file-names';

/** As many last steps that two files under different roots share by accident are rare. */
const SHARED_STEPS = 2;

/** [K3] The files and folders that a source names, under whatever root. */
export class SourcePaths {
  private readonly plains = new Set<string>();
  /** Everything that a path, or a folder that it goes through, ends in. */
  private readonly ends = new Set<string>();
  private readonly fileNames: ReadonlySet<string>;
  private readonly roots = new Set<string>();

  constructor(paths: Iterable<string>) {
    const fileNames = new Set<string>();
    for (const path of paths) {
      const plain = plainName(path);
      if (this.plains.has(plain)) continue;
      this.plains.add(plain);
      fileNames.add(lastStep(plain));
      if (isAbsolute(path)) this.roots.add(firstStep(plain));
      this.addWithEnds(plain);
      for (let at = plain.lastIndexOf('/'); at > 0; at = plain.lastIndexOf('/', at - 1)) {
        if (!this.addWithEnds(plain.slice(0, at))) break;
      }
    }
    this.fileNames = fileNames;
  }

  has(path: string): boolean {
    const plain = plainName(path);
    if (this.ends.has(plain) || this.ends.has(plain.replace(/^\//, ''))) return true;
    const ends = endsOf(plain);
    if (ends.slice(0, -1).some((end) => this.plains.has(end))) return true;
    return this.isInKnownFolder(plain) || this.isUnderAnotherRoot(path, ends) || this.isShortened(plain);
  }

  /** False if it was added before, and its folders with it. */
  private addWithEnds(plain: string): boolean {
    if (this.ends.has(plain)) return false;
    this.ends.add(plain);
    for (const end of endsOf(plain)) this.ends.add(end);
    return true;
  }

  /** `/repo/a.ts`, if there is `/repo` and somewhere `a.ts` without its folder. */
  private isInKnownFolder(plain: string): boolean {
    const at = plain.lastIndexOf('/');
    return at > 0 && this.plains.has(plain.slice(at + 1)) && this.ends.has(plain.slice(0, at));
  }

  /** `/repo/src/a.ts` for `/home/x/src/a.ts`. Within one root, other folders before it make it another file. */
  private isUnderAnotherRoot(path: string, ends: readonly string[]): boolean {
    if (!isAbsolute(path) || this.roots.size === 0) return false;
    const end = ends.at(-SHARED_STEPS);
    const isShared = end !== undefined && this.ends.has(end);
    return isShared && (path.startsWith('~') || !this.roots.has(firstStep(plainName(path))));
  }

  /** `PHASE7.md` for `PLAN_PHASE7.md` */
  private isShortened(plain: string): boolean {
    if (plain.includes('/') || !plain.includes('.')) return false;
    for (const name of this.fileNames) {
      if (name.length > plain.length && name.endsWith(plain) && /[_.-]$/.test(name.slice(0, -plain.length)))
        return true;
    }
    return false;
  }
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path);
}

function firstStep(plain: string): string {
  return plain.split('/').find((step) => step !== '') ?? '';
}
