import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Peer } from '../support/peer.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CALL = '01938a2e-0000-7000-8000-000000000001';
const CREATED_MS = 0x01938a2e0000;
const NAME = 'phone-call-agents/staging/path of a call';

/** Requests to CloudWatch Logs, by their operations. */
// biome-ignore lint/suspicious/noExplicitAny: as CloudWatch Logs takes them.
let requests: [string, any][];
let definitions: object[];
/** Statuses of the query, one for each answer; the last one stays. */
let statuses: string[];

const line = (message: string, timestamp: string, further: object = {}) => ({
  level: 'INFO',
  message,
  timestamp,
  service: 'api/calls/create',
  callId: CALL,
  userId: 'a user',
  requestId: 'a request',
  ...further,
});
const LINES = [
  line('deliver event_message', '2024-12-02T10:00:09.000Z', {
    durationMs: 12,
    service: 'deliveries/deliver',
  }),
  line('POST /v1/calls/create', '2024-12-02T10:00:00.000Z', { durationMs: 40, evil: 'red\u001b[31m' }),
];

const server = new Peer(({ headers, text }, response) => {
  const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
  requests.push([operation, JSON.parse(text)]);
  const isQuestion = operation === 'GetQueryResults';
  const status = isQuestion && statuses.length > 1 ? statuses.shift() : statuses[0];
  const results = LINES.map((each) => [{ field: '@message', value: JSON.stringify(each) }]);
  const answers: Record<string, object> = {
    DescribeQueryDefinitions: { queryDefinitions: definitions },
    StartQuery: { queryId: 'query-1' },
    GetQueryResults: { status, ...(status === 'Complete' && { results }) },
  };
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  response.end(JSON.stringify(answers[operation] ?? {}));
});
afterAll(() => server.close());
const endpoint = await server.listen();
beforeEach(() => {
  requests = [];
  statuses = ['Running', 'Complete'];
  definitions = [{ name: NAME, queryString: 'filter callId = "CALL_ID"', logGroupNames: ['a', 'b'] }];
});

const run = (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [join(ROOT, 'bin/logs.ts'), CALL, '--environment', 'staging', ...args],
    {
      env: { ...process.env, AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_ENDPOINT_URL: endpoint },
    },
  );

describe('npm run logs against CloudWatch', () => {
  it('runs the saved query for the call, from its creation', async () => {
    const { stdout } = await run('--hours', '2');

    expect(requests.map(([operation]) => operation)).toEqual([
      'DescribeQueryDefinitions',
      'StartQuery',
      'GetQueryResults',
      'GetQueryResults',
    ]);
    expect(requests[1]?.[1]).toEqual({
      queryString: `filter callId = "${CALL}"`,
      logGroupNames: ['a', 'b'],
      startTime: Math.floor(CREATED_MS / 1000) - 60,
      endTime: Math.ceil(CREATED_MS / 1000 + 7200),
    });
    const [title, , first, second] = stdout.split('\n');
    expect(title).toContain(CALL);
    expect(first).toMatch(/^2024-12-02T09:59:59\.960Z .*40 ms {2}POST \/v1\/calls\/create {2}evil=red$/);
    expect(second).toMatch(/deliveries\/deliver .*deliver event_message$/);
  });

  it('says so if the query is not deployed', async () => {
    definitions = [{ name: `${NAME} of another`, queryString: 'x' }];

    await expect(run()).rejects.toMatchObject({
      stderr: expect.stringContaining('deploy the stack Monitoring'),
    });
  });
});
