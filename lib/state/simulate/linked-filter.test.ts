import { describe, expect, it } from 'vitest';
import { type LineFilter, noFilter } from '../messages/line-filter';
import { filterOfLink, linkedFilters } from './linked-filter';

describe('the filter of the messages in a link', () => {
  it('round-trips', () => {
    const filter: LineFilter = {
      ...noFilter,
      fates: new Set(['stored-out', 'left']),
      roles: new Set(['tool']),
      tools: new Set(['Read', 'one, two', '50%2C']),
      search: 'ferry, mended',
    };
    expect(filterOfLink(linkedFilters(filter))).toEqual(filter);
  });

  it('is readable', () => {
    expect(linkedFilters({ ...noFilter, fates: new Set(['cleared', 'kept']), tools: new Set(['Read']) })).toEqual({
      fate: 'cleared,kept',
      role: '',
      tool: 'Read',
      search: '',
    });
  });

  it('matches everything if a link has no filter, or only unknown words', () => {
    expect(filterOfLink({ tab: 'sweep' })).toBe(noFilter);
    expect(filterOfLink({ fate: 'eaten,toString', role: 'cook' })).toBe(noFilter);
    expect(filterOfLink({ fate: 'eaten,kept' }).fates).toEqual(new Set(['kept']));
  });
});
