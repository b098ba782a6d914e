/** Planted in the first minutes of the session and needed again near its end. */
export const FACTS = {
  errorCode: 'MR-4417',
  adminPort: '7741',
  lastGoodCommit: '9f3c1ab',
  soakSeed: '88213',
  soakPath: 'test/soak/two-node-handover.soak.ts',
  graceSetting: 'leaseGraceMs',
  graceValue: '1250',
  migrationsRule: 'never touch the migrations folder',
  schemaRule: 'always run `npm run check:schema` before you start a soak run',
} as const;
