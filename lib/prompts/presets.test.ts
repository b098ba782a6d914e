import { describe, expect, it } from 'vitest';
import { withoutScratch } from '../layers/summary/without-scratch';
import { summaryPrompts } from './index';
import { summaryPrompt } from './summary-prompt';

const sectionsOf = (id: string) => summaryPrompts.find((prompt) => prompt.id === id)?.sections;

describe('the presets', () => {
  it('[F3] request the sections that define them', () => {
    expect(sectionsOf('nine-sections')).toEqual([
      'Primary request and intent',
      'Key technical concepts',
      'Files and code',
      'Errors and fixes',
      'Problem solving',
      'All user messages',
      'Pending tasks',
      'Current work',
      'Next step',
    ]);
    expect(sectionsOf('five-heads')).toHaveLength(5);
    expect(sectionsOf('handoff-brief')).toEqual([]);
    expect(sectionsOf('xml-snapshot')).toEqual([
      'goal',
      'constraints',
      'key_knowledge',
      'artifact_trail',
      'file_system_state',
      'recent_actions',
      'task_state',
    ]);
    expect(sectionsOf('goal-progress')).toEqual(
      expect.arrayContaining(['Goal', 'Progress', 'Key decisions', 'Next steps']),
    );
    expect(sectionsOf('ten-section-note')).toHaveLength(10);
    expect(sectionsOf('rules-first')?.[0]).toBe('Rules');
    expect(sectionsOf('carried-forward')).toEqual(['Standing', 'Progress', 'Dead ends', 'Now', 'Dropped']);
  });

  it('have unique ids and titles, and name their source unless they are ours', () => {
    expect(new Set(summaryPrompts.map(({ id }) => id)).size).toBe(summaryPrompts.length);
    expect(new Set(summaryPrompts.map(({ title }) => title)).size).toBe(summaryPrompts.length);
    const ours = summaryPrompts.filter(({ modelledOn }) => modelledOn === undefined).map(({ id }) => id);
    expect(ours).toEqual(['rules-first', 'carried-forward']);
  });

  it.each(summaryPrompts)(
    '$id forbids tool calls, and names its scratch part with the tag that is removed',
    (prompt) => {
      expect(prompt.text).toMatch(/do not call any tools/i);
      const answer = `<${prompt.scratchTag}>thought</${prompt.scratchTag}><summary>kept</summary>`;
      expect(withoutScratch(answer)).toBe('kept');
      expect(prompt.scratchTag !== undefined).toBe(['nine-sections', 'xml-snapshot'].includes(prompt.id));
    },
  );
});

it('reads the headings and the scratch part of any text', () => {
  const read = summaryPrompt({ id: 'a', title: 'A', text: 'Think in <ANALYSIS> first.\n## Goal\n1. Files: all' });
  expect(read).toMatchObject({ scratchTag: 'analysis', sections: ['Goal', 'Files'] });
  expect(summaryPrompt({ id: 'a', title: 'A', text: 'Be short.' })).toEqual({
    id: 'a',
    title: 'A',
    text: 'Be short.',
    sections: [],
  });
});

it('reads a common scratch part from the text, and keeps a custom one', () => {
  const given = { id: 'a', title: 'A', text: 'Think in <scratch> first.' };
  expect(summaryPrompt({ ...given, scratchTag: 'analysis' }).scratchTag).toBe('scratch');
  expect(summaryPrompt({ ...given, scratchTag: 'notes' }).scratchTag).toBe('notes');
});
