import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryTranscript } from './arbitrary-transcript.test-support';
import { fingerprint } from './fingerprint';
import type { Transcript } from './transcript';

it('is the same for the same recording, and differs if a message is missing', () => {
  fc.assert(
    fc.property(arbitraryTranscript, (transcript) => {
      expect(fingerprint(structuredClone(transcript))).toBe(fingerprint(transcript));
      const shorter: Transcript = { ...transcript, messages: transcript.messages.slice(1) };
      if (transcript.messages.length > 0) expect(fingerprint(shorter)).not.toBe(fingerprint(transcript));
    }),
  );
});

it("does not depend on the importer's warnings", () => {
  const [transcript] = fc.sample(arbitraryTranscript, { numRuns: 1, seed: 1 });
  if (transcript === undefined) throw new Error('no sample');
  const warned: Transcript = { ...transcript, warnings: [{ kind: 'noticed', line: 1, what: 'something' }] };
  expect(fingerprint(warned)).toBe(fingerprint(transcript));
});
