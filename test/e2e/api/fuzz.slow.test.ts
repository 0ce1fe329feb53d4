import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_VERSIONS } from '../../../lambdas/domain/api-version.ts';
import { production } from '../../../lib/config/production.ts';
import { makeAccount } from '../../support/numbers.ts';
import { parsed, type RawAnswer, undocumented, undocumentedBody } from '../../support/openapi/answers.ts';
import { damagedRequests } from '../../support/openapi/damage.ts';
import { groupOf, type Operation, operations } from '../../support/openapi/document.ts';
import { RecordPool } from '../../support/openapi/record-pool.ts';
import { allowedRequests, type PlannedRequest } from '../../support/openapi/requests.ts';
import { sendPatiently, type WireRequest, written } from '../../support/openapi/send.ts';
import { seedFor } from '../../support/run/random.ts';
import { newNumber, setCallee } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';
import { type ServiceProcess, startService } from '../../support/service/service-process.ts';

/** Requests of a run, half of them valid by the document. */
const REQUESTS = 500;
/** Records of each kind that these requests can refer to. */
const RECORDS = Math.ceil(REQUESTS / 250);
const numRuns = Math.ceil(REQUESTS / operations.length / 2);

/** Faults of a request's meaning, not of its form. */
const FAULTS_OF_MEANING: readonly string[] = [
  'already_rotated',
  'agent_too_large',
  'call_not_over',
  'context_too_large',
  'deleted_since',
  'delivery_in_progress',
  'keys_not_heard',
  'missing_connection',
  'missing_context_keys',
  'model_not_offered',
  'no_number_available',
  'not_in_future',
  'no_recording',
  'not_held_by_account',
  'not_in_pool',
  'number_active',
  'number_cancelled',
  'number_held',
  'number_not_for_sale',
  'number_not_held',
  'number_returning',
  'pool_full',
  'rules_out_area_code',
  'rehearsal_over',
  'rules_out_detection',
  'shared_record_changed',
  'still_referenced',
  'telephony_account_inactive',
  'telephony_credentials_refused',
  'telephony_refused',
  'text_or_keys',
  'too_far_ahead',
  'too_many_all_calls_webhooks',
  'too_many_attempts',
  'too_many_tokens',
  'too_many_versions',
  'too_many_sessions',
  'unknown_turn',
  'unknown_version',
  'unsupported_pair',
  'unsupported_voice',
  'webhook_disabled',
  'wrong_kind',
];

/** Limits that are not under test here. */
const UNLIMITED = {
  QUOTAS: JSON.stringify(Object.fromEntries(Object.keys(production.quotas).map((quota) => [quota, null]))),
  USER_REQUESTS_PER_SECOND: '2000',
  USER_REQUESTS_AT_ONCE: '4000',
  FAILED_CHECKS_PER_MINUTE: '100000',
  NUMBER_SEARCHES_PER_MINUTE: '100000',
  PLATFORM_NUMBER_SEARCHES_PER_MINUTE: '100000',
  TESTS_PER_MINUTE: '100000',
  RETRIES_PER_MINUTE: '100000',
  REPLAYS_AT_ONCE: '1000',
  ANALYSES_PER_MINUTE: '100000',
  REHEARSALS_PER_HOUR: '10000',
  REHEARSAL_TURNS_AT_ONCE: '1000',
};

/** Production's configuration, which permits a larger burst than staging. */
let service: ServiceProcess;
const pool = new RecordPool();
const numbers = { held: '', busy: newNumber() };

beforeAll(async () => {
  service = await startService({
    args: ['--environment', 'production'],
    env: { CARRIER_PACE: '0.05', ...UNLIMITED },
  });
  numbers.held = service.connection.phone_number;
  await setCallee(service.connection, numbers.busy, { answer: 'busy', ring_ms: 0 });
  // The vendor must not know the invented accounts below.
  const { base_url, access_token } = service.connection;
  const { connection } = await makeAccount(service.connection, new Api(base_url, access_token));
  for (const operation of creations()) {
    if (operation.path === '/v1/account_connections/create') pool.learn(operation, connection);
    const chosen = { seed: seedFor(`create ${operation.id}`), numRuns: RECORDS };
    for (const request of fc.sample(allowedRequests(operation, numbers), chosen))
      await exchange(operation, request);
  }
}, 120_000);

afterAll(() => service.kill());

/** Agents last: they refer to the others. */
function creations(): readonly Operation[] {
  const create = operations.filter(({ path }) => path.endsWith('/create') && !path.includes('/calls/'));
  return [...create].sort((a, b) => Number(groupOf(a) === 'agents') - Number(groupOf(b) === 'agents'));
}

describe.concurrent('a request that the document allows', { timeout: 300_000 }, () => {
  it.each(operations)('succeeds: $id', async (operation) => {
    const requests = allowedRequests(operation, numbers);
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { sent, answer } = await exchange(operation, request);
        const reason = whyNotDone(sent, answer);
        expect(reason, reason).toBe('');
      }),
      { seed: seedFor(`allowed ${operation.id}`), numRuns },
    );
  });
});

describe.concurrent('a damaged request', { timeout: 300_000 }, () => {
  it.each(
    operations,
  )('is answered as documented, and not executed when it is invalid: $id', async (operation) => {
    const requests = damagedRequests(operation, allowedRequests(operation, numbers));
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { sent, answer } = await exchange(operation, request);
        // The document permits no server error except those of the telephony vendor.
        if (answer.status !== 502) expect(answer.status, explained(answer.text)).toBeLessThan(500);
        if (answer.status === 200) expect(misfit(operation, sent)).toEqual([]);
      }),
      { seed: seedFor(`damaged ${operation.id}`), numRuns },
    );
  });
});

/** Sends a request with ids of records in their places. The answer must be documented. */
async function exchange(operation: Operation, request: PlannedRequest) {
  const sent = written(pool.fill(request));
  const { base_url: baseUrl, access_token: token } = service.connection;
  const answered = pool.removing(operation, sent.target);
  const answers = await sendPatiently({ baseUrl, token }, sent);
  const version = API_VERSIONS.find((each) => each === sent.headers['api-version']);
  for (const answer of answers) expect(undocumented(operation, answer, version), answer.text).toEqual([]);
  const answer = answers.at(-1) as RawAnswer;
  if (answer.status === 200) pool.learn(operation, parsed(answer.text) as object);
  answered();
  return { sent, answer };
}

/** Why a valid request was refused, unless its meaning or its ids are at fault. */
function whyNotDone({ target, text = '' }: WireRequest, { status, text: told }: RawAnswer): string {
  if (status === 200) return '';
  const { detail } = parsed(told) as { detail: { loc: string[]; type: string }[] };
  const excused = detail.every(({ loc, type }) => {
    if (exceedsForm(loc.join('.'), text)) return true;
    if (target.includes('/update') && dependsOnRecord(loc.join('.'), type)) return true;
    // The numbers of versions are invented.
    if (type === 'not_found' && loc.join('.') === 'query.version') return true;
    if (type === 'not_found') return pool.isUnknown(decodeURIComponent(target));
    if (type === 'unknown_reference')
      return pool.isUnknown(text) || pool.isUnknown(decodeURIComponent(target));
    return FAULTS_OF_MEANING.includes(type);
  });
  return excused ? '' : `${status} ${explained(told)}`;
}

/** An answer, with what the service logged of the request that it names. */
function explained(text: string): string {
  const [, requestId] = /request id: ([\w-]+)/.exec(text) ?? [];
  if (requestId === undefined) return text;
  const lines = service.output().split('\n');
  return [text, ...lines.filter((line) => line.includes(requestId))].join('\n');
}

/**
 * Whether a field must be more than the document's form of it says: a JSON schema of fields, keys to press in place of
 * words, a list that has each language or version once, or text without hidden characters.
 */
function exceedsForm(loc: string, text: string): boolean {
  const isSchema = /\.analysis\.extract(\.|$)/.test(`.${loc}`);
  const areKeys = /\.phrase_triggers\.\d+\.phrase$/.test(loc) && text.includes('phrase_condition_type_keys');
  const isUnique = /\.(languages|version|agent_version)$/.test(loc);
  const isPlain = /\.(context|telephony_params)\./.test(loc);
  return isSchema || areKeys || isUnique || isPlain;
}

/**
 * Whether a fault depends on a stored record: changes of an agent's related record must suit the kind that it has, and be
 * whole if there is none. Settings of a number's agent describe a new one if the number has none.
 */
function dependsOnRecord(loc: string, type: string): boolean {
  const related = /^body(\.inbound_agent)?\.(voice|actions\.\d+)\./;
  if (related.test(loc))
    return ['missing', 'unknown_key', 'immutable', 'unknown_value', 'too_big'].includes(type);
  const whole =
    /^body\.inbound_agent\.prompt(\.content)?$|^body(\.inbound_agent)?\.(webhook|vector_database|llm_account_connection)\./;
  // A new webhook is enabled.
  return (
    whole.test(loc) && (type === 'missing' || (type === 'unknown_key' && loc.endsWith('.webhook.enabled')))
  );
}

/** The parts of a body that violate the document. */
function misfit(operation: Operation, { text }: WireRequest): string[] {
  if (!operation.body || (!operation.bodyIsRequired && !text)) return [];
  // The result reports a faulty recipient of a batch.
  return undocumentedBody(operation, text ?? '').filter((fault) => !fault.startsWith('/recipients/'));
}
