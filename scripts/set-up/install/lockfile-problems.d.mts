interface LockfileEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function lockfileProblems(
  lockfile: { readonly packages: Readonly<Record<string, LockfileEntry>> },
  manifest: Pick<LockfileEntry, 'dependencies' | 'devDependencies'>,
): readonly string[];
