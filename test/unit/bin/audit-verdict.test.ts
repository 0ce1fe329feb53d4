import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditVerdict } from '../../../bin/audit/audit-verdict.ts';

const reportOf = (severities: Readonly<Record<string, string>>) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      Object.entries(severities).map(([name, severity]) => [name, { name, severity, via: [] }]),
    ),
  });

describe('an audit of the dependencies', () => {
  it.each(['high', 'critical'])('fails at a finding of %s severity and names the package', (severity) => {
    const verdict = auditVerdict(reportOf({ fine: 'low', broken: severity }));

    expect(verdict).toEqual({ passes: false, says: expect.stringContaining(`broken (${severity})`) });
    expect(verdict.says).not.toContain('fine');
  });

  it.each([
    ['nothing was found', {}, '0 lower findings'],
    ['what was found is lower', { a: 'moderate', b: 'low' }, '2 lower findings'],
  ])('passes if %s', (_, found, says) => {
    expect(auditVerdict(reportOf(found))).toEqual({ passes: true, says: expect.stringContaining(says) });
  });

  it.each([
    ['refuses', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: {} })],
    ['answers something else', '<html>'],
    ['is silent', ''],
  ])('reports that it was skipped when the registry %s', (_, output) => {
    expect(auditVerdict(output)).toEqual({ passes: true, says: expect.stringContaining('skipped') });
  });

  it('is part of the pipeline', () => {
    const root = join(import.meta.dirname, '..', '..', '..');
    expect(readFileSync(join(root, '.ci', 'run'), 'utf8')).toMatch(/^npm run audit$/m);
  });
});
