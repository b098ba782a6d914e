import { expect, test } from 'vitest';
import { createSessionViews } from './session-views';

test('links where the current page says, as long as it is shown', () => {
  const views = createSessionViews();
  const addresses = () => views.getState().addresses;
  const { offer } = views.getState();
  const end = offer('prompts', '/prompts?session=a&at=3');
  expect(addresses()).toEqual({ prompts: '/prompts?session=a&at=3' });
  const endNext = offer('prompts', '/prompts?session=a&at=4');
  end();
  const endOther = offer('simulate', '/simulate?session=a');
  expect(addresses()).toEqual({ prompts: '/prompts?session=a&at=4', simulate: '/simulate?session=a' });
  endNext();
  endOther();
  expect(addresses()).toEqual({});
});
