import { describe, expect, test } from 'vitest';
import type { ApiFailure } from '../../api/api-failure';
import type { ListedModel } from '../../api/list-models';
import { fail, ok, type Result } from '../../base/result';
import type { ProxyStatus } from '../../proxy/status-schema';
import { createApiAccess } from './api-access';

type Listed = Result<readonly ListedModel[], ApiFailure>;

const claude = { id: 'claude-opus-5', title: 'Opus' };
const local = { id: 'chat/qwen3:8b', title: 'qwen3:8b' };
const down: ApiFailure = { kind: 'unreachable', what: 'It is down.', advice: 'Start it.' };

function accessTo(status: ProxyStatus, { compatible = ok([local]) as Listed } = {}) {
  const asked: string[] = [];
  const access = createApiAccess({
    serverStatus: async () => ok(status),
    listModels: async (key) => {
      asked.push(`anthropic ${key}`);
      return ok([claude]);
    },
    listCompatible: async (key) => {
      asked.push(`openai ${key}`);
      return compatible;
    },
  });
  return { access, asked };
}

const none: ProxyStatus = { hasKey: false, upstream: 'default', openai: { hasKey: false, upstream: 'default' } };

describe('which models are available', () => {
  test('none are asked for without any key', async () => {
    const { access, asked } = accessTo(none);
    await access.getState().look({});
    expect(asked).toEqual([]);
    expect(access.getState()).toMatchObject({ server: none, models: undefined, compatible: {} });
  });

  test.each([
    [{ ...none, openai: { hasKey: true, upstream: 'default' } }, {}, 'openai undefined'],
    [{ ...none, openai: { hasKey: false, upstream: 'other' } }, {}, 'openai undefined'],
    [none, { openai: 'mine' }, 'openai mine'],
  ] as const)('a server of %j is asked with the keys %j', async (status, keys, wanted) => {
    const { access, asked } = accessTo(status);
    await access.getState().look(keys);
    expect(asked).toEqual([wanted]);
    expect(access.getState().compatible).toEqual({ models: [local] });
  });

  test('a failure of one API says nothing about the other', async () => {
    const { access } = accessTo({ ...none, hasKey: true }, { compatible: fail(down) });
    await access.getState().look({ openai: 'mine' });
    expect(access.getState()).toMatchObject({ models: [claude], failure: undefined, compatible: { failure: down } });
  });

  test('only the latest look counts', async () => {
    const answers: ((listed: Listed) => void)[] = [];
    const access = createApiAccess({
      serverStatus: async () => ok(none),
      listModels: async () => ok([claude]),
      listCompatible: () => new Promise((resolve) => answers.push(resolve)),
    });
    const first = access.getState().look({ openai: 'wrong' });
    await new Promise((resolve) => setTimeout(resolve));
    const second = access.getState().look({ openai: 'mine' });
    await new Promise((resolve) => setTimeout(resolve));
    answers[1]?.(ok([local]));
    answers[0]?.(fail(down));
    await Promise.all([first, second]);
    expect(access.getState().compatible).toEqual({ models: [local] });
  });
});
