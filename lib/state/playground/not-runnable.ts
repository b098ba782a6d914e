interface Kind {
  readonly files: RegExp;
  readonly needs: readonly string[];
}

/** What the shell in the browser has no program for, by the files that need one. */
const kinds: readonly Kind[] = [
  { files: /(?:^|\/)package\.json$|\.(?:[cm]?[jt]s|[jt]sx)$/, needs: ['Node', 'npm'] },
  { files: /\.py$|(?:^|\/)(?:pyproject\.toml|requirements\.txt)$/, needs: ['Python'] },
  { files: /\.rs$|(?:^|\/)Cargo\.toml$/, needs: ['Rust', 'cargo'] },
  { files: /\.go$|(?:^|\/)go\.mod$/, needs: ['Go'] },
  { files: /\.(?:java|kts?|scala)$|(?:^|\/)(?:pom\.xml|build\.gradle)$/, needs: ['Java'] },
  { files: /\.(?:c|cc|cpp|h|hpp)$/, needs: ['C compiler'] },
  { files: /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/, needs: ['make'] },
  { files: /\.rb$|(?:^|\/)Gemfile$/, needs: ['Ruby'] },
  { files: /\.php$/, needs: ['PHP'] },
  { files: /\.(?:cs|fs|csproj|sln)$/, needs: ['.NET'] },
  { files: /\.swift$/, needs: ['Swift'] },
  { files: /\.(?:pl|pm)$/, needs: ['Perl'] },
  { files: /(?:^|\/)Dockerfile$/, needs: ['Docker'] },
];

/** What is needed to run a folder and is missing in the shell, such as "Python". */
export function notRunnable(paths: readonly string[]): readonly string[] {
  return kinds.filter(({ files }) => paths.some((path) => files.test(path))).flatMap(({ needs }) => needs);
}
