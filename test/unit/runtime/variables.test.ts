import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { decimal, decimals, flag, json, list } from '../../../lambdas/runtime/variables/codecs.ts';
import { PLATFORM_MODELS } from '../../../lambdas/runtime/variables/platform-models.ts';
import { PRICES } from '../../../lambdas/runtime/variables/prices.ts';
import { QUOTAS } from '../../../lambdas/runtime/variables/quotas.ts';
import * as resources from '../../../lambdas/runtime/variables/resources.ts';
import * as settings from '../../../lambdas/runtime/variables/settings.ts';
import {
  type Codec,
  readOptionalVariable,
  readVariable,
  requireVariables,
} from '../../../lambdas/runtime/variables/variable.ts';

afterEach(() => vi.unstubAllEnvs());

const NUMBER = { name: 'TEST_NUMBER', codec: decimal };
const LIST = { name: 'TEST_LIST', codec: list };

/** What a function reads of a variable that the stack set to this value. */
function carried<Value>(codec: Codec<Value>, value: Value): Value {
  const variable = { name: 'TEST_CARRIED', codec };
  vi.stubEnv(variable.name, codec.encode(value));
  return readVariable(variable);
}

describe('a variable', () => {
  it('is read as it was written', () => {
    const shape = json(z.object({ limit: z.nullable(z.number()) }));

    expect([0, 1.5, 432_000].map((value) => carried(decimal, value))).toEqual([0, 1.5, 432_000]);
    expect([true, false].map((value) => carried(flag, value))).toEqual([true, false]);
    expect(carried(list, ['10.0.0.0/8', '::1/128'])).toEqual(['10.0.0.0/8', '::1/128']);
    expect(carried(decimals, [5, 0.5])).toEqual([5, 0.5]);
    expect([carried(list, []), carried(decimals, [])]).toEqual([[], []]);
    expect(carried(shape, { limit: null })).toEqual({ limit: null });
  });

  it('that cannot be read back is not written', () => {
    expect(() => list.encode(['a,b'])).toThrow();
    expect(() => decimal.encode(Number.NaN)).toThrow();
    expect(() => decimal.encode(-1)).toThrow();
  });

  it.each([
    [decimal, ''],
    [decimal, 'many'],
    [flag, 'yes'],
    [decimals, '5,x'],
    [json(z.object({ limit: z.number() })), '{"limit":'],
    [json(z.object({ limit: z.number() })), '{"limit":"1"}'],
  ])('with an invalid text is refused by its name (%#)', (codec, text) => {
    vi.stubEnv('TEST_TEXT', text);

    expect(() => readVariable<unknown>({ name: 'TEST_TEXT', codec })).toThrow('TEST_TEXT cannot be read');
  });

  it('that is missing is named', () => {
    expect(() => readVariable(NUMBER)).toThrow('The environment variable TEST_NUMBER is not set.');
  });

  it('that may be missing is undefined then, and else read like any other', () => {
    expect(readOptionalVariable(NUMBER)).toBeUndefined();

    vi.stubEnv('TEST_NUMBER', '7');
    expect(readOptionalVariable(NUMBER)).toBe(7);

    vi.stubEnv('TEST_NUMBER', 'many');
    expect(() => readOptionalVariable(NUMBER)).toThrow('TEST_NUMBER cannot be read');
  });

  it('is decoded again only if its text changed', () => {
    vi.stubEnv('TEST_LIST', 'a');
    const first = readVariable(LIST);
    const again = readVariable(LIST);
    vi.stubEnv('TEST_LIST', 'b');

    expect(again).toBe(first);
    expect(readVariable(LIST)).toEqual(['b']);
  });
});

describe('the variables of a function', () => {
  it('are all named in one error if they are missing or cannot be read', () => {
    vi.stubEnv('TEST_NUMBER', 'many');
    vi.stubEnv('TEST_PRESENT', '1');
    const present = { name: 'TEST_PRESENT', codec: decimal };

    expect(() => requireVariables([NUMBER, LIST, present, NUMBER])).toThrow(
      'Environment variables are missing or cannot be read: TEST_LIST, TEST_NUMBER.',
    );
  });

  it('have the names that the code uses', () => {
    const all = Object.entries({ ...settings, ...resources, QUOTAS, PLATFORM_MODELS, PRICES });

    expect(all.map(([key]) => key)).toEqual(all.map(([, { name }]) => name));
  });
});
