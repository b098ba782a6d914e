/** One thing to do at once. Paths are as in the workspace; texts are the user's, unchanged. */
export type Errand =
  | { readonly type: 'create'; readonly path: string; readonly text: string; readonly overwrites: boolean }
  | { readonly type: 'append'; readonly path: string; readonly text: string }
  | { readonly type: 'replace'; readonly path: string; readonly from: string; readonly to: string }
  | { readonly type: 'move' | 'copy'; readonly from: string; readonly to: string }
  | { readonly type: 'delete'; readonly path: string }
  | { readonly type: 'search'; readonly text: string; readonly path: string | undefined }
  | { readonly type: 'count'; readonly what: CountedThing; readonly path: string | undefined }
  | { readonly type: 'count-text'; readonly text: string; readonly path: string | undefined }
  | { readonly type: 'list'; readonly folder: string }
  | { readonly type: 'show'; readonly path: string; readonly first?: number; readonly last?: number }
  | { readonly type: 'describe'; readonly path: string }
  | { readonly type: 'run'; readonly command: string }
  | { readonly type: 'run-tests' }
  | { readonly type: 'abilities' }
  | { readonly type: 'remember'; readonly text: string; readonly isForTeam?: true }
  | { readonly type: 'list-memories' }
  | { readonly type: 'forget'; readonly about: string }
  | { readonly type: 'exists'; readonly name: string }
  /** Close to something that the script can do: the reason, and prompts that it understands. */
  | { readonly type: 'refuse'; readonly why: string; readonly examples: readonly string[] };

export type CountedThing = 'lines' | 'words' | 'characters' | 'files';
