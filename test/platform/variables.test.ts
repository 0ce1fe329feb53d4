import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { decimal, decimals, flag, json, list } from '../../lambdas/platform/variables/codecs.ts';
import { type Codec, readVariable, requireVariables } from '../../lambdas/platform/variables/variable.ts';

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
});

it('the variables of a function are all named in one error if they are missing or cannot be read', () => {
  vi.stubEnv('TEST_NUMBER', 'many');
  vi.stubEnv('TEST_PRESENT', '1');
  const present = { name: 'TEST_PRESENT', codec: decimal };

  expect(() => requireVariables([NUMBER, LIST, present, NUMBER])).toThrow(
    'Environment variables are missing or cannot be read: TEST_LIST, TEST_NUMBER.',
  );
});
