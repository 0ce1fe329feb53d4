import { afterEach, expect, it, vi } from 'vitest';
import { agentTest } from '../../lambdas/agent-tests/model/agent-test.ts';
import { isPattern } from '../../lambdas/platform/schemas/pattern-syntax.ts';
import { issueOfSchema } from '../../lambdas/platform/schemas/safe-schema.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  'a|b',
  '(?<day>\\p{L}+)\\k<day>',
  '[\\p{Lu}\\P{Script=Greek}&&x]{2,3}',
  '\\\\p{nothing}{2}',
  '\\\\p',
  '\\p',
  '\\p{}',
  '\\p{Letters}',
  '\\\\\\p{Letters}',
  '\\p{L',
  '\\P{lower}',
  '[\\p{L}-z]',
  '[z-\\p{L}]',
  '(?<\\p{L}>a)',
  '\\p{L}{2,1}',
  '\\p{Script=}',
  '\\p{RGI_Emoji}',
  '\\😀',
  '\\',
  '(',
])('%s is a pattern as it is for JavaScript', (source) => {
  let isNative = true;
  try {
    new RegExp(source, 'u');
  } catch {
    isNative = false;
  }

  expect(isPattern(source)).toBe(isNative);
});

it.each<[string, (patterns: string[]) => boolean]>([
  [
    'a test',
    (patterns) =>
      agentTest.safeParse({
        name: 'costly',
        turns: [{ contact: 'Hi', expect: patterns.map((matches) => ({ says: { matches } })) }],
      }).success,
  ],
  ['a JSON schema', (patterns) => !issueOfSchema({ anyOf: patterns.map((pattern) => ({ pattern })) })],
])('the properties of all patterns of %s are built once each at most', (_, isAccepted) => {
  const built: string[] = [];
  const Native = RegExp;
  vi.stubGlobal(
    'RegExp',
    class extends Native {
      constructor(source: string, flags?: string) {
        built.push(source);
        super(source, flags);
      }
    },
  );
  const patterns = Array.from({ length: 50 }, (_, number) => `${'\\p{L}[^\\P{Sm}]'.repeat(30)}${number}`);

  expect(isAccepted(patterns)).toBe(true);
  expect(built.length).toBeGreaterThanOrEqual(50);
  expect(built.join('').match(/\\[pP]\{/g)?.length ?? 0).toBeLessThanOrEqual(2);
});
