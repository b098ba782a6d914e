import { expect, test } from 'vitest';
import { sessionChanges } from './session-changes';

test('announces a change in this tab and in others, until the listener is removed', async () => {
  const here = sessionChanges('test');
  const there = sessionChanges('test');
  const heard: string[] = [];
  const ends = [here.listen(() => heard.push('here')), there.listen(() => heard.push('there'))];
  here.tell();
  await expect.poll(() => heard.toSorted()).toEqual(['here', 'there']);
  for (const end of ends) end();
  here.tell();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(heard.length).toBe(2);
});
