import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsed, type RawAnswer, undocumented, undocumentedBody } from '../support/openapi/answers.ts';
import { damagedRequests } from '../support/openapi/damage.ts';
import { groupOf, type Operation, operations } from '../support/openapi/document.ts';
import { RecordPool } from '../support/openapi/record-pool.ts';
import { allowedRequests, type PlannedRequest } from '../support/openapi/requests.ts';
import { sendPatiently, type WireRequest, written } from '../support/openapi/send.ts';
import { newNumber, setCallee } from '../support/scene.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

/** At least so many requests of every run, half of them as the document allows them. */
const REQUESTS = 5000;
const numRuns = Math.ceil(REQUESTS / operations.length / 2);

/** Faults that lie in what a request means, not in its form. */
const FAULTS_OF_MEANING: readonly string[] = ['unsupported_voice', 'still_referenced', 'too_far_ahead'];

/** Production takes more requests at once than staging. */
let service: ServiceProcess;
const pool = new RecordPool();
const busy = newNumber();
const numbers = { held: '+15550002222', busy };

beforeAll(async () => {
  service = await startService({ args: ['--environment', 'production'], env: { CARRIER_PACE: '0.05' } });
  await setCallee(service.connection, busy, { answer: 'busy', ring_ms: 0 });
  for (const operation of creations()) {
    for (const request of fc.sample(allowedRequests(operation, numbers), 20))
      await exchange(operation, request);
  }
});

afterAll(() => service.kill());

/** Agents last: they refer to the others. */
function creations(): readonly Operation[] {
  const create = operations.filter(({ path }) => path.endsWith('/create') && !path.includes('/calls/'));
  return [...create].sort((a, b) => Number(groupOf(a) === 'agents') - Number(groupOf(b) === 'agents'));
}

describe.concurrent('a request that the document allows', () => {
  it.each(operations)('is done: $id', async (operation) => {
    const requests = allowedRequests(operation, numbers);
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { sent, answer } = await exchange(operation, request);
        expect(whyNotDone(sent, answer)).toBe('');
      }),
      { numRuns },
    );
  });
});

describe.concurrent('a damaged request', () => {
  it.each(
    operations,
  )('is answered as documented, and not done when it does not fit: $id', async (operation) => {
    const requests = damagedRequests(operation, allowedRequests(operation, numbers));
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { sent, answer } = await exchange(operation, request);
        expect(answer.status, answer.text).toBeLessThan(500);
        if (answer.status === 200) expect(misfit(operation, sent)).toEqual([]);
      }),
      { numRuns },
    );
  });
});

/** Sends a request with the names of records at their places; all that is answered must be documented. */
async function exchange(operation: Operation, request: PlannedRequest) {
  const sent = written(pool.fill(request));
  const { base_url: baseUrl, access_token: token } = service.connection;
  pool.mayRemove(operation, sent.target);
  const answers = await sendPatiently({ baseUrl, token }, sent);
  for (const answer of answers) expect(undocumented(operation, answer), answer.text).toEqual([]);
  const answer = answers.at(-1) as RawAnswer;
  if (answer.status === 200) pool.learn(operation, parsed(answer.text) as object);
  else pool.mayRemove(operation, sent.target, true);
  return { sent, answer };
}

/** Why a request that the document allows was not done, unless it lies in what it means or names. */
function whyNotDone({ target, text = '' }: WireRequest, { status, text: told }: RawAnswer): string {
  if (status === 200) return '';
  const { detail } = parsed(told) as { detail: { type: string }[] };
  const excused = detail.every(({ type }) => {
    if (type === 'not_found') return pool.isUnknown(decodeURIComponent(target));
    if (type === 'unknown_reference') return pool.isUnknown(text);
    return FAULTS_OF_MEANING.includes(type);
  });
  return excused ? '' : `${status} ${told}`;
}

/** What of the body that was sent the document does not allow. */
function misfit(operation: Operation, { text }: WireRequest): string[] {
  if (!operation.body || (!operation.bodyIsRequired && !text)) return [];
  // A recipient of a batch that does not fit is told of in its result.
  return undocumentedBody(operation, text ?? '').filter((fault) => !fault.startsWith('/recipients/'));
}
