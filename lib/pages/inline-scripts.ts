/** The source of a `<script>` without `src`, as a browser hashes it: everything between the tags, byte for byte. */
const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The inline scripts of pages that the build wrote. */
export function inlineScripts(html: string): readonly string[] {
  return [...html.matchAll(INLINE)].map(([, source = '']) => source);
}

/** As a source of a content security policy. */
export async function scriptHash(source: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
