import { describe, expect, it } from 'vitest';
import { parseTestFile, testJsonSchema } from '#cli/agent-tests/test-file.ts';
import { agentTest } from '../../../lambdas/agent-tests/model/agent-test.ts';

it('the published schema is that of the command (vitest -u writes it)', async () => {
  const text = `${JSON.stringify(testJsonSchema(), null, 2)}\n`;

  await expect(text).toMatchFileSnapshot('../../../docs/agent-test.schema.json');
});

describe('the file of a test', () => {
  const HEAD = 'name: a slot is taken\nturns:\n';

  it('may be YAML or JSON, and is kept as it is written', () => {
    const { test: yaml, placeOf } = parseTestFile(
      `${HEAD}  - { silence: 20s, expect: [{ says: hello }] }\n  - { keys: "012" }\n`,
      'a.yaml',
    );
    const { test: json } = parseTestFile('{ "name": "a", "turns": [{ "contact": "no" }] }', 'a.json');

    expect(yaml).toEqual({
      name: 'a slot is taken',
      turns: [{ silence: '20s', expect: [{ says: 'hello' }] }, { keys: '012' }],
    });
    expect(placeOf(['turns', 1, 'expect', 0])).toBe('a.yaml:4');
    expect(agentTest.parse(json).turns).toEqual([{ contact: 'no' }]);
  });

  it.each([
    ['  - contact: no', 'a.yaml:3: no is ambiguous; write "no" if it is a text.'],
    ['  - keys: 012', 'a.yaml:3: 012 is ambiguous; write "012" if it is a text.'],
    [
      '  - contact: 1:30',
      'a.yaml:3: 1:30 is ambiguous; write "1:30" if it is a text, or 90s if it is a duration.',
    ],
    ['  - keys: 12', 'a.yaml:3: turns[0].keys: Must be 1 to 32 of 0-9, * and #, in quotation marks.'],
    [
      '  - contact: Hi\n    expect:\n      - says: hello\n      - tool: { nme: book }',
      'a.yaml:6: turns[0].expect[1].tool.nme: Unknown key. The nearest known key is name.',
    ],
    [
      '  - contact: Hi\n  - contact: Hi\n    contakt: you',
      'a.yaml:5: turns[1].contakt: Unknown key. The nearest known key is contact.',
    ],
    ['  - contact: [', /^a.yaml:\d: this is neither JSON nor YAML: /],
  ])('is refused with its line: %s', (turns, issue) => {
    expect(() => parseTestFile(`${HEAD}${turns}\n`, 'a.yaml')).toThrow(issue);
  });

  it.each([
    [
      'a thousand unknown keys',
      `${HEAD}  - {${Array.from({ length: 1_000 }, (_, key) => `k${key}: 1`).join(', ')}}\n`,
      '990 further issues',
    ],
    [
      'aliases that grow',
      `a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [${'*b,'.repeat(50)}]\n`,
      /a.yaml/,
    ],
  ])('that is hostile is refused in short: %s', (_, text, issue) => {
    const begun = performance.now();

    expect(() => parseTestFile(text, 'a.yaml')).toThrow(issue);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
