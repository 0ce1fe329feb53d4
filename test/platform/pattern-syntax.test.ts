import { afterEach, expect, it, vi } from 'vitest';
import { agentTest } from '../../lambdas/agent-tests/model/agent-test.ts';
import { isPattern } from '../../lambdas/platform/schemas/pattern-syntax.ts';
import { issueOfSchema } from '../../lambdas/platform/schemas/safe-schema.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  '(?<day>\\p{L}+)\\k<day>',
  '[\\p{Lu}\\P{Script=Greek}&&x]{2,3}',
  '\\\\p{nothing}{2}',
  '\\p{}',
  '\\p{Letters}',
  '\\\\\\p{Letters}',
  '\\p{L',
  '\\P{lower}',
  '[z-\\p{L}]',
  '(?<\\p{L}>a)',
  '\\p{RGI_Emoji}',
  '\\😀',
  '\\',
  '(',
])('%s is a pattern as it is for JavaScript', (source) => {
  const makes = () => new RegExp(source, 'u');

  if (isPattern(source)) expect(makes).not.toThrow();
  else expect(makes).toThrow();
});

const saying = (patterns: string[]) => ({
  contact: 'Hi',
  expect: patterns.map((matches) => ({ says: { matches } })),
});

it.each<[string, (patterns: string[]) => boolean]>([
  ['a test', (patterns) => agentTest.safeParse({ name: 'costly', turns: [saying(patterns)] }).success],
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
