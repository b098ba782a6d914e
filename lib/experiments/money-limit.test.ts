import { expect, it } from 'vitest';
import { MoneyLimit } from './money-limit';

it('[V7] lets requests go out as long as all of them together stay within the limit', async () => {
  const limit = new MoneyLimit(100, () => 40);
  expect(await limit.take(30)).toBe(true);
  expect(await limit.take(30)).toBe(true);
  limit.giveBack(30);
  limit.giveBack(30);
  expect(await limit.take(60)).toBe(true);
  limit.giveBack(60);
  expect(await limit.take(61)).toBe(false);
  expect(await new MoneyLimit(undefined, () => 1e9).take(1e9)).toBe(true);
});

it('[V7] decides about the next request when those in progress have their real price', async () => {
  let spent = 0;
  const limit = new MoneyLimit(100, () => spent);
  await limit.take(80);
  const decided: boolean[] = [];
  const cheap = limit.take(90).then((may) => decided.push(may));
  await new Promise((resolve) => setTimeout(resolve));
  expect(decided).toEqual([]);
  spent = 10;
  limit.giveBack(80);
  await cheap;
  expect(decided).toEqual([true]);
  const dear = limit.take(20);
  spent = 95;
  limit.giveBack(90);
  expect(await dear).toBe(false);
});
