import type { RecordedRules } from './rule-calibration';

/** [K4] Rules in recordings, as a person found and judged them: the words are in the recordings alone. */
export const recordedRules: readonly RecordedRules[] = [
  {
    file: 'claude-code/auto-compaction-dangling-tool-use-v2.1.42.jsonl',
    set: 'tune',
    boundary: 0,
    labels: [],
  },
  {
    file: 'claude-code/manual-compaction-with-images-v2.1.49.jsonl',
    set: 'tune',
    boundary: 0,
    labels: [],
  },
  {
    file: 'claude-code/two-auto-compactions-v2.1.1.jsonl',
    set: 'tune',
    boundary: 0,
    labels: [],
  },
  {
    file: 'claude-code/two-auto-compactions-v2.1.1.jsonl',
    set: 'tune',
    boundary: 1,
    labels: [],
  },
  {
    file: 'claude-code/one-million-window-two-manual-v2.1.170.jsonl',
    set: 'tune',
    boundary: 0,
    labels: [
      { at: '116.0', start: 0, end: 49, hash: 'a1334eee391fea4e', state: 'kept' },
      { at: '116.0', start: 177, end: 332, hash: 'ea0acbfe6e765877', state: 'kept' },
      { at: '120.0', start: 0, end: 26, hash: 'b621d09e0e7c2823', state: 'kept' },
      { at: '122.0', start: 172, end: 195, hash: '265ce3b93e71be8d', state: 'kept' },
    ],
  },
  {
    file: 'claude-code/one-million-window-two-manual-v2.1.170.jsonl',
    set: 'tune',
    boundary: 1,
    labels: [
      { at: '155.0', start: 52, end: 81, hash: '4c86687e87a8e767', state: 'kept' },
      { at: '225.0', start: 98, end: 119, hash: '5d738685c0b74200', state: 'kept' },
      { at: '232.0', start: 0, end: 25, hash: 'b566a95a9bc24b55', state: 'kept' },
      { at: '238.0', start: 478, end: 560, hash: '79e61afdc1aa698d', state: 'kept' },
      { at: '116.0', start: 0, end: 49, hash: 'a1334eee391fea4e', state: 'kept' },
      { at: '116.0', start: 177, end: 332, hash: 'ea0acbfe6e765877', state: 'weakened' },
    ],
  },
  {
    file: 'claude-code/one-million-window-two-manual-v2.1.170.jsonl',
    set: 'tune',

    labels: [
      { at: '463.0', start: 0, end: 58, hash: '50d48a106ba29a2b' },
      { at: '518.0', start: 24, end: 53, hash: '09dbde524cf67846' },
    ],
  },
  {
    file: 'claude-trace/traffic-64-pairs-headers-removed.jsonl',
    set: 'tune',
    boundary: 0,
    labels: [{ at: '14.0', start: 0, end: 53, hash: 'c875fbbec75175ce', state: 'kept' }],
  },
  {
    file: 'codex/auto-compaction-0.140.0.jsonl',
    set: 'tune',
    boundary: 0,
    labels: [],
  },
  {
    file: 'codex/auto-compaction-0.142.0.jsonl',
    set: 'tune',
    boundary: 0,
    labels: [
      { at: '2.0', start: 853, end: 1028, hash: '73ea66cdf1d7f240' },
      { at: '216.0', start: 0, end: 43, hash: '9b639dbeeb24d30e' },
      { at: '199.0', start: 0, end: 47, hash: '49c1240b36d7a47a', isUnsure: true },
      { at: '5.0', start: 0, end: 17, hash: 'f6038fe141c77650', isUnsure: true },
    ],
  },
  {
    file: 'codex/auto-compaction-0.142.0.jsonl',
    set: 'tune',

    labels: [{ at: '372.0', start: 0, end: 48, hash: '7fb6e2581a4badac', isUnsure: true }],
  },
  {
    file: 'claude-code/auto-compaction-huge-last-output-v2.1.39.jsonl',
    set: 'measure',
    boundary: 0,
    labels: [{ at: '0.0', start: 390, end: 486, hash: '8096389a6b66a28b', isUnsure: true }],
  },
  {
    file: 'claude-code/auto-compaction-v2.0.76.jsonl',
    set: 'measure',
    boundary: 0,
    labels: [],
  },
  {
    file: 'claude-code/two-microcompacts-then-auto-v2.1.17.jsonl',
    set: 'tune',
    boundary: 2,
    labels: [{ at: '23.0', start: 32, end: 135, hash: 'cefe974b638aae47', state: 'kept' }],
  },
  {
    file: 'claude-code/two-microcompacts-then-auto-v2.1.17.jsonl',
    set: 'tune',

    labels: [],
  },
  {
    file: 'claude-code/no-compaction-414k-v2.1.108.jsonl',
    set: 'tune',

    labels: [
      { at: '56.0', start: 3, end: 70, hash: 'ed45f8ca617f39a9' },
      { at: '74.0', start: 0, end: 37, hash: 'b2cf7cef5ff2e92b' },
      { at: '78.0', start: 42, end: 79, hash: '086a65a9c71679e5' },
      { at: '233.0', start: 0, end: 26, hash: '7b30df49ad992450' },
      { at: '355.0', start: 2044, end: 2140, hash: 'd39069fbd84c576b', isUnsure: true },
      { at: '501.0', start: 8, end: 71, hash: '10d2768e5b53acad', isUnsure: true },
      { at: '553.0', start: 34, end: 59, hash: '65458975e19eccae' },
      { at: '591.0', start: 0, end: 28, hash: 'cf9c59b55bc39e66' },
    ],
  },
  {
    file: 'claude-code/one-million-window-file-starts-at-boundary-v2.1.219.jsonl',
    set: 'measure',

    labels: [
      { at: '298.0', start: 192, end: 232, hash: '2be6261c43ccbee8' },
      { at: '298.0', start: 233, end: 292, hash: 'd6e7188ee2be4168' },
      { at: '402.0', start: 139, end: 180, hash: 'eaac64cfa154785e', isUnsure: true },
      { at: '524.0', start: 90, end: 115, hash: '9387372d311bd4d5' },
      { at: '632.0', start: 267, end: 309, hash: '6577245a7008bae0', isUnsure: true },
      { at: '649.0', start: 38, end: 69, hash: '1016b715f12f1c10', isUnsure: true },
      { at: '1151.0', start: 0, end: 36, hash: '7dff181b3722e45d' },
      { at: '1290.0', start: 66, end: 121, hash: 'd091de202f0a789c' },
    ],
  },
  {
    file: 'codex/two-auto-compactions-0.142.4.jsonl',
    set: 'measure',
    boundary: 0,
    labels: [
      { at: '37.0', start: 237, end: 291, hash: 'daed217ba1259e70', isUnsure: true },
      { at: '111.0', start: 10, end: 50, hash: '143c5f32f7ca97ee', isUnsure: true },
    ],
  },
  {
    file: 'codex/two-auto-compactions-0.142.4.jsonl',
    set: 'measure',
    boundary: 1,
    labels: [
      { at: '146.0', start: 116, end: 164, hash: 'e4941f305356df21', isUnsure: true },
      { at: '243.0', start: 47, end: 101, hash: '4d924768d148d21c' },
    ],
  },
  {
    file: 'codex/two-compactions-images-0.142.5.jsonl',
    set: 'measure',
    boundary: 0,
    labels: [{ at: '76.0', start: 0, end: 53, hash: '931a72b6385b4550', isUnsure: true }],
  },
  {
    file: 'codex/two-compactions-images-0.142.5.jsonl',
    set: 'measure',
    boundary: 1,
    labels: [
      { at: '204.0', start: 248, end: 291, hash: '7e112e62344bd2e8', isUnsure: true },
      { at: '249.0', start: 45, end: 64, hash: '136f3cf117ba54b8', isUnsure: true },
      { at: '299.0', start: 0, end: 58, hash: '0997968bc84e8587' },
      { at: '299.0', start: 130, end: 153, hash: '318b9ce7bba96275' },
    ],
  },
  {
    file: 'codex/auto-compaction-0.140.0-alpha.2.jsonl',
    set: 'measure',
    boundary: 0,
    labels: [],
  },
];
