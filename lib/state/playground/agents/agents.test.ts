import { describe, expect, it } from 'vitest';
import type { AgentsView, ShownAgent } from '../../../agent/view/agents-view';
import { agentFields, parseAgent } from '../../../agents/parse-agent';
import { agentState, lanesOf, listCostWords, runningLanes } from './agent-words';
import { fieldHelp } from './field-help';
import { newAgent, ownSources } from './new-agent';

const AGENT: ShownAgent = {
  id: 'agent-1',
  callId: 'a',
  name: 'agent-1',
  state: 'running',
  isFork: false,
  isBackground: false,
  why: '',
  doing: '',
  color: undefined,
  tookMs: 90_000,
  questions: 0,
  version: 1,
  lane: {
    title: 'a',
    from: 0,
    to: 1,
    placedBy: 'call',
    calls: 1,
    sizes: [],
    peakTokens: 0,
    isEstimate: true,
    carriedTokens: 0,
    returnedTokens: 0,
    sentTokens: 0,
  },
};

const NONE = { agents: [], problems: [] };

it.each([
  [{}, ['agent-1'], 'Running'],
  [{ doing: 'Reading the parser' }, ['agent-1'], 'Running: Reading the parser'],
  [{}, [], 'Interrupted; continues with the run'],
  [{ questions: 1 }, [], 'Waiting for your answer'],
  [{ state: 'done' }, [], 'Done in 1 minute'],
  [{ state: 'done', tookMs: 3 }, [], 'Done'],
  [{ state: 'done', tookMs: 3_000 }, [], 'Done in 3.0 s'],
  [{ state: 'failed', why: 'no network' }, [], 'Failed: no network'],
  [{ state: 'stopped' }, [], 'Stopped'],
] as const)('[O8] the state of an agent in words: %j', (more, underWay, words) => {
  expect(agentState({ ...AGENT, ...more }, underWay)).toBe(words);
});

it('[O4] the agents of a run are lanes; those that run say what they are doing', () => {
  const view: AgentsView = {
    listing: 'in-tool',
    listChanges: [],
    definitions: { agents: [], overridden: [], problems: [], skills: [], listTokens: 0 },
    started: [AGENT, { ...AGENT, state: 'done' }, { ...AGENT, doing: 'Reading' }],
    parent: { calls: 1, sentTokens: 0 },
    isCostEstimated: true,
  };
  expect(lanesOf(view).lanes).toHaveLength(3);
  expect([...runningLanes(view)]).toEqual([
    [0, ''],
    [2, 'Reading'],
  ]);
});

it('[O3] says what a change of the list costs', () => {
  expect(listCostWords(12_000, 312)['in-tool']).toContain('all 12k tokens of the context');
  expect(listCostWords(0, 312)['in-tool']).toContain('the whole request');
  expect(listCostWords(0, 312)['in-message']).toContain('about 312 tokens');
});

describe('a new agent', () => {
  it.each(ownSources)('[O2] of %s has a file that can be read', (source) => {
    const made = newAgent(' reviewer ', source, NONE);
    if (!made.ok) throw new Error(made.error);
    const { path, text } = made.value;
    expect(path).toMatch(/\/agents\/reviewer\.md$/);
    expect(parseAgent(text, { path, source })).toMatchObject({ agent: { name: 'reviewer' }, problems: [] });
  });

  it.each(['', '1a', 'a b', '../a', 'a'.repeat(65)])('[O2] has no such name: %j', (name) => {
    expect(newAgent(name, 'project', NONE).ok).toBe(false);
  });

  it('[O2] does not replace a file, even one that is broken', () => {
    const problem = { kind: 'error', path: '/workspace/.claude/agents/a.md', line: 1, what: 'x' } as const;
    expect(newAgent('a', 'project', { agents: [], problems: [problem] }).ok).toBe(false);
  });
});

it('[O2] every field is explained', () => {
  expect(fieldHelp.map(({ field }) => field).sort()).toEqual([...agentFields].sort());
});
