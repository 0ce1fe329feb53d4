import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';

const FILE = join(import.meta.dirname, '..', '..', '..', 'bin', 'preflight.ts');
const connection = inject('connection');

/** Runs the command without anybody's credentials. */
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [FILE, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    },
  });

describe('npm run preflight', () => {
  it('finds everything in the local service', async () => {
    const { aws_endpoint_url: endpoint, carrier_url: carrier } = connection;

    const { stdout, stderr } = await run(
      ...['--environment', 'staging', '--endpoint', endpoint, '--telephony', carrier],
      ...['--data', inject('data')],
    );

    const lines = stdout.trimEnd().split('\n');
    expect(stderr).toBe('');
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(lines[0]).toBe('ok       AWS account: 123456789012, as arn:aws:iam::123456789012:user/operator');
    expect(lines).toContain('ok       secret telephony: belongs to the stack Data');
  });

  it('tells in a line each that there are no credentials, and ends with 1', async () => {
    const failed = await run('--environment', 'production').catch((error) => error);

    expect(failed).toMatchObject({ code: 1, stderr: '' });
    expect(failed.stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^unknown {2}AWS account: sign in/),
      expect.stringMatching(/^unknown {2}telephony account: set TELEPHONY_ACCOUNT_SID/),
      expect.stringMatching(/^unknown {2}countries to call: set TELEPHONY_ACCOUNT_SID/),
    ]);
  });
});
