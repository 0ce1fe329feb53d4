import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, inject, it } from 'vitest';
import { type Operation, operations } from '../../support/openapi/document.ts';
import { plainRequest, userOf } from '../../support/service/plain-requests.ts';

const user = userOf(inject('connection'), 'first');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** An operation's request, and its result: the answer's status, and why the answer does not decode. */
interface Driven {
  readonly operation: string;
  readonly status: number | null;
  readonly faults: readonly string[];
}

describe.skipIf(!hasPython)('a Python client that is generated from the document', () => {
  it.each(operations)('can call $method $path', async (operation) => {
    const [driven] = await drive(operation);

    expect(driven).toEqual({ operation: operation.id, status: expect.toSatisfy(isSuccess), faults: [] });
  });
});

const isSuccess = (status: number | null) => status === 200 || status === 302;

async function drive(operation: Operation): Promise<readonly Driven[]> {
  const { target, body } = await plainRequest(operation, user);
  const query = Object.fromEntries(new URL(target, user.connection.base_url).searchParams);
  const python = spawn('python3', [join(import.meta.dirname, 'generated_client.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { base_url, access_token: token } = user.connection;
  python.stdin.end(JSON.stringify({ base_url, token, requests: [{ operation: operation.id, query, body }] }));
  return (await json(python.stdout)) as readonly Driven[];
}
