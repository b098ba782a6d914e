/** `/model`, `/compact`: commands of the agent, or addresses of a server. */
const ONE_STEP = /^[\\/][^\\/.]*[\\/]?$/;
const PACKAGE = /^@[\w.-]+[\\/][\w.-]+$|^(?:github\.com|gitlab\.com|golang\.org|gopkg\.in|k8s\.io)\//;
const HOST = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app)[\\/]/;
const MIME_TYPE = /^(?:text|image|audio|video|font|application|multipart)\/[\w.+-]+$/;
/** `src/…/a.ts`, `.../a.ts`, `src/{a,b}.ts`, `logs/<date>.txt`, `path/to/a.ts` */
const ABBREVIATED = /(?:^|[\\/])(?:\.{3,}|…)(?:[\\/]|$)|…|[{}<>$]|^\/?path\/to\//;
const OPTION = /^-/;

/** [K3] Whether a summary that has this path says that there is such a file or folder. */
export function claimsFile(path: string): boolean {
  return ![ONE_STEP, PACKAGE, HOST, MIME_TYPE, ABBREVIATED, OPTION].some((pattern) => pattern.test(path));
}

const BY_THE_PROGRAM = /\b(?:full|complete) transcript(?: is)?(?: at| in)?\s*(?!\s):?\s*["'`]?$/i;

/** Claude Code adds where the transcript is stored: the summary did not say it, and no message did. */
export function isAddedByProgram(text: string, start: number): boolean {
  return BY_THE_PROGRAM.test(text.slice(Math.max(0, start - 60), start));
}
