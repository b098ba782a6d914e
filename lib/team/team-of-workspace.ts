import { isTeamId } from './team-keys';

/** [U2] What a workspace names as its remote repository, in `.git/config`: members of one repository are one team. */
export function teamOfConfig(config: string): string | undefined {
  let remote: string | undefined;
  const urls = new Map<string, string>();
  for (const line of config.slice(0, LONGEST_CONFIG).split(/\r?\n/)) {
    const section = /^\s*\[\s*(?!\s)([^\]]*)\]/.exec(line);
    if (section !== null) remote = /^remote\s+"([^"]+)"/.exec(section[1]?.trim() ?? '')?.[1];
    const url = /^\s*url\s*=\s*(\S+)\s*$/.exec(line)?.[1];
    if (remote !== undefined && url !== undefined && !urls.has(remote)) urls.set(remote, url);
  }
  const [first] = urls.values();
  const url = urls.get('origin') ?? first;
  return url === undefined ? undefined : teamOfUrl(url);
}

const LONGEST_CONFIG = 100_000;

/** `git@host:club/tally.git` and `https://user:password@host/club/tally` are one repository, without who asks for it. */
export function teamOfUrl(url: string): string | undefined {
  if (/^file:/i.test(url)) return undefined;
  const [, host = '', path = ''] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:]+)(?::\d+(?=\/))?[:/]+(?![:/])(.+)$/i.exec(url.slice(0, LONGEST_URL)) ?? [];
  const name = `${host}/${path}`
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/[^a-z0-9._~/-]/g, '-');
  return host === '' || path === '' || !isTeamId(name) ? undefined : name;
}

const LONGEST_URL = 300;
