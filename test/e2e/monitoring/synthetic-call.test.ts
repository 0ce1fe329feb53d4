import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_SYNTHETIC_CALL } from '../../../local/synthetic-call/local-synthetic-call.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { setCallee } from '../../support/scene.ts';
import { Api, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const EVERY_MINUTES = 30;

let service: OwnService;
let user: Api;
const receiver = new WebhookReceiver();

beforeAll(async () => {
  // A call that nobody answers takes 25 seconds. The schedule places none meanwhile.
  service = await startOwnService({}, { syntheticCall: { everyMinutes: EVERY_MINUTES }, speed: 3 });
  user = new Api(service.connection.base_url, await syntheticToken());
  const { body } = await user.get('/v1/webhooks/list');
  await user.created(`/v1/webhooks/update?id=${body.items[0].id}`, { url: await receiver.listen() });
}, 240_000);

afterAll(async () => {
  await receiver.close();
  await service.close();
});

const SECRET = 'phone-call-agents/production/synthetic-call';

/** The token as the function reads it. */
async function syntheticToken(): Promise<string> {
  const response = await fetch(service.connection.aws_endpoint_url, {
    method: 'POST',
    headers: {
      'x-amz-target': 'secretsmanager.GetSecretValue',
      'content-type': 'application/x-amz-json-1.1',
      authorization: 'AWS4-HMAC-SHA256 Credential=operator/20260101/us-east-1/secretsmanager/aws4_request',
    },
    body: JSON.stringify({ SecretId: SECRET }),
  });
  const { SecretString } = (await response.json()) as { SecretString: string };
  return JSON.parse(SecretString).access_token;
}

/** Places a synthetic call, as the schedule does. */
async function place() {
  const fn = service.runtime.resources.find(
    ({ type, logicalId }) => type === 'AWS::Lambda::Function' && logicalId.startsWith('PlaceSyntheticCall'),
  );
  const result = await service.runtime.invoke(fn?.attributes.Arn ?? '', {});
  if (!result.ok) throw new Error(result.message);
  return result.payload as { outcome: string; reason?: string; callId: string; seconds: number };
}

const callee = (behaviour: object) => setCallee(service.connection, LOCAL_SYNTHETIC_CALL.to, behaviour);
const hears = [{ say: `Hello, ${LOCAL_SYNTHETIC_CALL.hears}.` }];

const metric = {
  namespace: 'phone-call-agents',
  name: 'SyntheticCallFailed',
  dimensions: { Environment: 'production' },
};
const told = (statistic: string) => service.runtime.cloudWatch.statistic(metric, statistic, 180) ?? 0;
const alarm = () =>
  service.runtime.cloudWatch
    .alarms()
    .find(({ description }) => description.endsWith('#synthetic-call-failed'));

beforeEach(async () => {
  receiver.status = 200;
  await callee({ script: hears });
});

describe('the synthetic call of a local service', () => {
  it('passes: it is answered, talked, over within a minute, and delivered', async () => {
    const result = await place();

    expect(result).toEqual({ outcome: 'passed', callId: expect.any(String), seconds: expect.any(Number) });
    expect(result.seconds).toBeLessThanOrEqual(60);
    const { body: call } = await user.get(`/v1/calls?id=${result.callId}`);
    expect(call).toMatchObject({
      status: 'ended',
      to_number: LOCAL_SYNTHETIC_CALL.to,
      direction: 'outbound',
    });
    expect(call.transcript).toContain(`HUMAN: Hello, ${LOCAL_SYNTHETIC_CALL.hears}.`);
    expect(receiver.received.map(({ target, text }) => target + text).join()).toContain(result.callId);
    await until('the metric', () => told('SampleCount') > 0 || { waitingFor: told('SampleCount') });
    expect(told('Sum')).toBe(0);
  });

  it.each<[string, () => unknown, object]>([
    ['the number is busy', () => callee({ answer: 'busy' }), { outcome: 'not_answered' }],
    ['nobody answers', () => callee({ ring_ms: 600_000 }), { outcome: 'not_answered' }],
    [
      'another person answers',
      () => callee({ script: [{ say: 'Wrong number.' }] }),
      { outcome: 'wrong_transcript' },
    ],
    [
      'the receiver fails',
      () => {
        receiver.status = 500;
      },
      { outcome: 'webhook_missing' },
    ],
  ])('fails when %s, and leaves no call behind', async (_, cause, expected) => {
    await cause();
    const before = told('Sum');

    const result = await place();

    expect(result).toMatchObject(expected);
    const { body: call } = await user.get(`/v1/calls?id=${result.callId}`);
    expect(['ended', 'error']).toContain(call.status);
    await until('the metric', () => told('Sum') === before + 1 || { waitingFor: told('Sum') });
  });

  it('raises its alarm when none was tried or two in a row failed, and not after one failure', async () => {
    const { pass } = service.runtime.cloudWatch;
    pass(4 * EVERY_MINUTES);
    expect(alarm()).toMatchObject({ state: 'ALARM', actions: 'enabled' });

    for (const [answer, outcome, state] of [
      ['answer', 'passed', 'OK'],
      ['answer', 'passed', 'OK'],
      ['busy', 'not_answered', 'OK'],
      ['busy', 'not_answered', 'ALARM'],
    ] as const) {
      const before = told('SampleCount');
      await callee({ answer, script: hears });
      expect(await place()).toMatchObject({ outcome });
      await until('the metric', () => told('SampleCount') > before || { waitingFor: before });
      pass(EVERY_MINUTES);
      expect(alarm()?.state).toBe(state);
    }
  });

  it('is not placed while another is under way', async () => {
    // Long enough for the second to be refused while the first still rings.
    await callee({ ring_ms: 600_000 });
    const { body: before } = await user.get('/v1/calls/list?size=1');
    const first = place();
    await until('the call', async () => {
      const { body } = await user.get('/v1/calls/list?size=1');
      return body[0]?.id !== before[0]?.id || { waitingFor: body };
    });

    const second = await place();

    expect(second).toEqual({ outcome: 'skipped', reason: 'another call of the user is not over' });
    expect((await first).outcome).toBe('not_answered');
  });
});
