import { ApiError } from 'phone-call-agents-client';
import { describe, expect, it } from 'vitest';
import { issuesOfSteps } from '../../lambdas/agents/model/step-issues.ts';
import { parseSteps, SUPPORT } from '../../test/support/agent-steps.ts';
import { EXAMPLE, outlineOf, stepIssues } from '../src/pages/agents/steps/outline.ts';
import { stepGraph } from '../src/pages/agents/steps/step-graph.ts';
import { exitWords, presentStep } from '../src/pages/conversation/record-of-turn.ts';
import { readYaml } from '../src/parts/yaml/read-yaml.ts';

describe('the outline of steps', () => {
  it('has what the API stores, without its defaults', () => {
    const stored = parseSteps(SUPPORT);
    const outline = outlineOf(stored);

    expect(outline).not.toMatch(/secure: false|confirm: none|next: \[\]|history/);
    expect(parseSteps(readYaml(outline).value)).toEqual(stored);
    expect([outlineOf(null), outlineOf(undefined)]).toEqual(['', '']);
  });

  it('begins with an example that the API accepts', () => {
    const steps = parseSteps(readYaml(EXAMPLE).value);

    expect(issuesOfSteps(steps, { actions: new Map(), callValues: [] })).toEqual({
      errors: [],
      warnings: [],
    });
  });

  it('shows what the API finds wrong at its line', () => {
    const read = readYaml(
      'entry: a\nsteps:\n  a:\n    next:\n      - { to: b }\n      - to: c\n        if: x\n  b: { say: 1 }\n',
    );
    const at = (...path: string[]) => ({ loc: ['body', 'steps', ...path], msg: path.join('.'), type: 'x' });
    const issues = [
      at('steps', 'a', 'next', '1', 'if'),
      at('steps', 'b', 'say'),
      at('steps', 'b', 'goal'),
      at('always'),
      { loc: ['body', 'name'], msg: 'elsewhere', type: 'x' },
    ];
    const found = stepIssues(new ApiError({ status: 422, issues }), read);

    expect(found.map(({ line, text }) => [line, text])).toEqual([
      [7, 'steps.a.next.1.if'],
      [8, 'steps.b.say'],
      [8, 'steps.b.goal'],
      [1, 'always'],
    ]);
  });

  it('shows warnings of saved steps at their lines, unless they could not be saved', () => {
    const read = readYaml('entry: a\nsteps:\n  a: { goal: g }\n  b: { goal: g }\n');
    const warning = { loc: ['body', 'steps', 'steps', 'b'], msg: 'No exit leads here.', type: 'unreachable' };
    const refused = new ApiError({ status: 422, issues: [{ ...warning, msg: 'x' }] });

    expect(stepIssues(null, read, [warning])).toEqual([
      { line: 4, text: 'No exit leads here.', isWarning: true },
    ]);
    expect(stepIssues(refused, read, [warning])).toEqual([{ line: 4, text: 'x', isWarning: false }]);
  });

  it.each([
    ['entry: a\nsteps: [', 2],
    ['a: 1\na: 2', 2],
    ['a: *nobody', 1],
  ])('says on which line %j is no YAML', (text, line) => {
    const { issues, value } = readYaml(text);

    expect(issues[0]?.line).toBe(line);
    expect(value).toBeUndefined();
  });
});

describe('the picture of steps', () => {
  it('has the steps with their exits, those of every step, and names that do not exist', () => {
    const { nodes, edges } = stepGraph({ ...SUPPORT, always: [{ when: 'silences > 2', to: 'nowhere' }] });

    expect(nodes.map(({ id, kind, isEntry }) => `${id} ${kind}${isEntry ? ' entry' : ''}`)).toEqual([
      ...['disclose step entry', 'identify step', 'hours step', 'pay step', 'help step', 'person step'],
      ...['any step any', 'billing handoff', 'nowhere missing'],
    ]);
    expect(nodes.map(({ note }) => note)).toContain('collects card · secure');
    expect(edges).toContainEqual({ from: 'identify', to: 'pay', by: 'code', label: 'account.overdue > 0' });
    expect(edges).toContainEqual({ from: 'identify', to: 'help', by: 'else', label: 'else' });
    expect(edges).toContainEqual({ from: 'any step', to: 'nowhere', by: 'code', label: 'silences > 2' });
    expect(edges).toContainEqual({
      from: 'any step',
      to: 'billing',
      by: 'model',
      label: 'a dispute about an invoice',
    });
  });

  it.each([
    undefined,
    'text',
    [],
    { steps: [1] },
    { steps: { a: null, b: { next: { to: 1 }, collect: 'x' } } },
  ])('is drawn of unfinished steps: %j', (unfinished) => {
    expect(stepGraph(unfinished).edges).toEqual([]);
  });
});

describe('the path of a call', () => {
  it('says who decided an exit, and through which steps it led', () => {
    expect([
      exitWords({ to: 'pay', by: 'code', reason: 'due > 0', through: ['hours'] }),
      exitWords({ to: 'help', by: 'else' }),
    ]).toEqual(['→ hours → pay, decided by code: due > 0', '→ help, no other exit was taken']);
  });

  it('ends at the exit of the last turn that is in a step', () => {
    const turn = { number: 1, type: 'message' as const, timestamp: '', sender: 'agent' as const, text: '' };
    const left = { ...turn, step: 'a', exit: { to: 'b', by: 'model' as const } };

    expect([
      presentStep([turn]),
      presentStep([left, turn]),
      presentStep([left, { ...turn, step: 'c' }]),
    ]).toEqual([...[undefined, 'b', 'c']]);
  });
});
