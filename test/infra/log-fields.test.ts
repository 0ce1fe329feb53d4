import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS, synthesizedEnvironments } from '../support/run/templates.ts';

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const environments = await synthesizedEnvironments();

/** What an investigation says of access logs: the name of each field, in backticks. */
const fields = runbook
  .split('\n')
  .filter((line) => line.startsWith('- **Investigation.**'))
  .flatMap((line) => line.split('. '))
  .filter((sentence) => sentence.includes('access log'))
  .flatMap((sentence) => [...sentence.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, field = '']) => field));

describe.each(ENVIRONMENTS)('the access logs of %s', (name) => {
  it.each(['Api', 'Calls'] as const)('have the fields that the runbook names: %s', (stack) => {
    const formats = environments[name].stacks[stack]
      .ofType('AWS::ApiGateway::Stage')
      .map(({ Properties }) => JSON.parse(Properties.AccessLogSetting.Format));

    expect(fields).toContain('integrationError');
    expect(formats).toHaveLength(1);
    for (const field of fields) expect(formats[0]).toHaveProperty(field);
  });

  it('say by AWS’s variable why an integration failed', () => {
    const formats = environments[name]
      .ofType('AWS::ApiGateway::Stage')
      .map(({ Properties }) => JSON.parse(Properties.AccessLogSetting.Format));

    for (const { integrationError } of formats)
      expect(integrationError).toBe('$context.integrationErrorMessage');
  });
});
