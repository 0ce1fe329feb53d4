import { setTimeout as wait } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AlarmStatus } from 'cdk-local/cloudwatch/alarms/alarm.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { METRIC_NAMESPACE } from '../../../lambdas/runtime/metrics/catalogue.ts';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import { production } from '../../../lib/config/production.ts';
import { SlowConnections } from '../../support/peers/slow-connections.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { ALL_EVENTS, addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { breakConversation } from '../../support/service/break-item.ts';
import { framesFailed } from '../../support/service/emitted-metrics.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { tableClient } from '../../support/service/table-client.ts';
import { startTalk } from '../../support/talk.ts';

const MINUTE_MS = 60_000;
/** Minutes of a period of most alarms. */
const PERIOD = 5;
/** Periods in a row that raise them. */
const PERIODS = 3;
/** Cases in a period that a share needs, and some more. */
const CASES = 12;
/** Late deliveries of a period: few, as in a small deployment. */
const DELIVERIES = 40;
/** Milliseconds before each answer that delays them: half of what a delivery waits for, for a busy machine’s sake. */
const SLOW_ANSWER_MS = 7_500;
/** Milliseconds above the limit within which 99 of a hundred callees should hear an answer. */
const TOO_LONG_MS = (production.alarmThresholds['turns-very-slow'] ?? 0) + 500;

/** Seconds for which a call is overdue for reconciliation. */
const LATE_SECONDS = (production.alarmThresholds['reconciliation-late'] ?? 0) * 2;

/** Longer than the API may take. */
const API_SLOW_MS = (production.alarmThresholds['api-slow'] ?? 0) + 1;

const TABLE = 'phone-call-agents-production';

/** The callees do not hang up. */
const PATIENCE_MS = 60 * MINUTE_MS;
/** How much faster than real time the service runs. */
const SPEED = 3;
/** Half a real minute until an agent hangs up, as it is without the speed. */
const MAX_SILENCE_SECONDS = 30 * SPEED;

const connections = new SlowConnections();

let service: OwnService;
const [slow, failing, gone] = [new WebhookReceiver(), new WebhookReceiver(), new WebhookReceiver()];

beforeAll(async () => {
  service = await startOwnService(
    {
      // Two attempts.
      RETRY_SECONDS: '1',
      QUOTAS: JSON.stringify({ ...production.quotas, webhooks: 3 }),
      TESTS_PER_MINUTE: '1000',
      DELIVERIES_AT_ONCE_PER_USER: '3',
      MAX_SILENCE_SECONDS: String(MAX_SILENCE_SECONDS),
      CONNECTIONS_URL: await connections.listen(),
    },
    { secretsSince: new Date(Date.now() - 400 * 24 * 60 * MINUTE_MS), speed: SPEED },
  );
  connections.target = connectionsUrl();
}, 240_000);

afterAll(async () => {
  await Promise.all([slow, failing, gone].map((receiver) => receiver.close()));
  await service.close();
  await connections.close();
});

/** The address that the template gives functions. */
function connectionsUrl(): string {
  const urls = service.runtime.resources.flatMap(({ type, properties }) =>
    type === 'AWS::Lambda::Function'
      ? (functionProperties.parse(properties).Environment.Variables.CONNECTIONS_URL ?? [])
      : [],
  );
  expect(new Set(urls).size).toBe(1);
  return urls[0] ?? '';
}

const functionProperties = z.object({
  Environment: z.object({
    Variables: z.looseObject({ CONNECTIONS_URL: z.string().optional(), POWERTOOLS_SERVICE_NAME: z.string() }),
  }),
});

/** The ARN of the deployed function that reconciles calls. */
const reconcileFunction = () =>
  service.runtime.resources.find(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Function' &&
      functionProperties.parse(properties).Environment.Variables.POWERTOOLS_SERVICE_NAME ===
        'reconciliation/reconcile',
  )?.attributes.Arn ?? '';

const sectionOf = ({ description }: AlarmStatus) => description.split('#')[1] ?? '';
const alarms = () => service.runtime.cloudWatch.alarms();
const raised = () =>
  alarms()
    .filter(({ state }) => state === 'ALARM')
    .map(({ name, description }) => `${name} ${description.split('#')[1]}`);

/** Whether all alarms of a section were raised. */
const wasRaised = (section: string) => {
  const own = alarms().filter((alarm) => sectionOf(alarm) === section);
  return own.length > 0 && own.every((alarm) => alarm.raised > 0);
};

/** Causes a fault in each of three successive periods. */
async function inEachPeriod(trouble: (period: number) => Promise<unknown>): Promise<void> {
  const { cloudWatch } = service.runtime;
  for (let period = 0; period < PERIODS; period++) {
    const begun = cloudWatch.now();
    await trouble(period);
    cloudWatch.pass(Math.max(0, PERIOD - Math.floor((cloudWatch.now() - begun) / MINUTE_MS)));
  }
}

async function setFaults(faults: object): Promise<void> {
  const url = `${service.connection.carrier_url}/simulator/faults`;
  const { ok } = await fetch(url, { method: 'PUT', body: JSON.stringify(faults) });
  expect(ok).toBe(true);
}

/** A webhook of a receiver that answers with this status, and a sample of an event for it. */
async function sampleTo(receiver: WebhookReceiver, status: number): Promise<void> {
  receiver.status = status;
  const url = await receiver.listen();
  const webhook = await service.api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url });
  await service.api.created(`/v1/webhooks/test?id=${webhook.id}`);
}

describe('the alarms on metrics of the service', () => {
  it('are not raised without a fault', () => {
    expect(raised().filter((name) => !name.endsWith('secrets-old'))).toEqual([]);
  });

  it('are raised by calls that fail, and by models that fail or answer late', async () => {
    await addModelRules(service.connection, [
      { when: { system: 'SPEC-ALARMS', model: '^gpt' }, fault: 'http_500' },
      { when: { system: 'SPEC-ALARMS' }, reply: 'You said: ${last_user}.' },
    ]);

    connections.delayMs = TOO_LONG_MS;
    await Promise.all(Array.from({ length: CASES }, () => turns(1)));
    connections.delayMs = 0;
    service.runtime.cloudWatch.pass(1);
    for (const section of ['turns-slow', 'turns-very-slow'])
      expect(wasRaised(section), `${section} of ${raised().join('; ')}`).toBe(true);

    await inEachPeriod(async () => {
      await Promise.all([callsInError(), turns(CASES)]);
    });
    for (const section of ['calls-in-error', 'models-failing'])
      expect(wasRaised(section), `${section} of ${raised().join('; ')}`).toBe(true);
  }, 300_000);

  it('notify once for everything that callers notice', () => {
    const told = alarms().filter(({ kind }) => kind === 'composite');

    expect(told.map((alarm) => [sectionOf(alarm), alarm.raised, alarm.rang])).toEqual([
      ['callers-affected', 1, 1],
      ['users-affected', 0, 0],
    ]);
  });

  it('are raised by given-up deliveries, webhooks that are gone, and quotas that are nearly used up', async () => {
    await sampleTo(failing, 500);
    await sampleTo(gone, 410);
    await service.api.created('/v1/webhooks/create', {
      subscriptions: ['event_message'],
      url: 'https://example.com',
    });

    for (const section of ['deliveries-given-up', 'webhooks-switched-off', 'quota-shares-passed'])
      await until(section, () => {
        // Alarms are judged every minute.
        if (!wasRaised(section)) service.runtime.cloudWatch.pass(1);
        return wasRaised(section) || { waitingFor: raised() };
      });
  });

  it('are raised by a telephony vendor that refuses for long, and by late deliveries', async () => {
    const url = await slow.listen();
    slow.afterMs = SLOW_ANSWER_MS;
    const webhook = await service.secondApi.created('/v1/webhooks/create', {
      subscriptions: ALL_EVENTS,
      url,
    });
    await setFaults({ requests: 'throttle' });
    const { agent } = await makeAgent(service.api);
    for (let tests = 0; tests < (PERIODS * DELIVERIES) / ALL_EVENTS.length; tests++)
      await service.secondApi.created(`/v1/webhooks/test?id=${webhook.id}`);
    // Deliveries that are attempted after that are late.
    await wait(65_000);
    slow.afterMs = 0;

    await inEachPeriod(async (period) => {
      for (let calls = 0; calls < CASES; calls++)
        await placeCall(service.connection, service.api, { agent: agent.id, callee: {} });
      await until('late deliveries', () => {
        const missing = (period + 1) * DELIVERIES - slow.received.length;
        return missing <= 0 || { waitingFor: missing };
      });
    });

    for (const section of ['telephony-failing', 'deliveries-late'])
      expect(wasRaised(section), `${section} of ${raised().join('; ')}`).toBe(true);
    await setFaults({});
  }, 600_000);

  it('are raised by a vendor that reports nothing about open calls', async () => {
    const { call } = await talkTo();
    const client = tableClient(service.connection);
    await setFaults({ requests: 'throttle' });
    await until('reconciliation-late', async () => {
      const Key = recordKey(call.user_id, 'call', call.id);
      await client.send(new UpdateCommand({ TableName: TABLE, Key, ...dueSince(LATE_SECONDS) }));
      await service.runtime.invoke(reconcileFunction(), {});
      service.runtime.cloudWatch.pass(PERIOD);
      return wasRaised('reconciliation-late') || { waitingFor: raised() };
    });
    await setFaults({});
    client.destroy();
  }, 120_000);

  it('are raised by frames that cannot be handled', async () => {
    const { call, line } = await talkTo();
    await breakConversation(service.connection, call, TABLE);
    const before = framesFailed(service.data);

    await inEachPeriod(async (period) => {
      for (let said = 0; said < CASES; said++) await line({ say: `word ${said}` });
      await until('failed frames', () => {
        const failed = framesFailed(service.data) - before;
        return failed >= (period + 1) * CASES || { waitingFor: failed };
      });
    });

    expect(wasRaised('frames-failing'), `frames-failing of ${raised().join('; ')}`).toBe(true);
  }, 120_000);

  it('are raised by slow answers of the API, also if there are few', () => {
    const { cloudWatch } = service.runtime;
    const slow = { namespace: 'AWS/ApiGateway', name: 'Latency', dimensions: { ApiName: `${TABLE}-api` } };
    for (let period = 0; period < PERIODS; period++) {
      for (let answered = 0; answered < CASES; answered++) cloudWatch.record(slow, API_SLOW_MS);
      cloudWatch.pass(PERIOD);
    }

    expect(wasRaised('api-slow'), `api-slow of ${raised().join('; ')}`).toBe(true);
  });

  it('are raised by old secrets', () => {
    expect(wasRaised('secrets-old')).toBe(true);
  });

  it('are all covered here', () => {
    const own = service.runtime.resources.filter(
      ({ type, properties }) =>
        type === 'AWS::CloudWatch::Alarm' &&
        JSON.stringify(properties).includes(`"Namespace":"${METRIC_NAMESPACE}"`),
    );
    const sections = new Set(
      own.map(({ properties }) => String(properties.AlarmDescription).split('#')[1] ?? ''),
    );

    expect(sections.size).toBe(12);
    expect([...sections].filter((section) => !wasRaised(section))).toEqual([]);
  });
});

/** Makes a stored call overdue by a number of seconds. */
const dueSince = (seconds: number) => ({
  UpdateExpression: 'SET settle_at = :due',
  ExpressionAttributeValues: { ':due': new Date(Date.now() - seconds * 1000).toISOString() },
});

/** Calls that the vendor refuses to place. */
async function callsInError(): Promise<void> {
  const { agent } = await makeAgent(service.api);
  const callee = { answer: 'reject-request' };
  const calls = [];
  for (let placed = 0; placed < CASES; placed++)
    calls.push(await placeCall(service.connection, service.api, { agent: agent.id, callee }));
  for (const { call } of calls) await service.api.finishedCall(call.id);
}

/** A conversation with an agent whose model has a fallback. */
const talkTo = () =>
  startTalk(service.connection, service.api, {
    prompt: 'SPEC-ALARMS',
    patienceMs: PATIENCE_MS,
    settings: { llm_fallback: { provider: 'llm_vendor_b', model_name: 'gemini-2.5-flash-lite' } },
  });

/** Turns of a model that fails and has a fallback. */
async function turns(count: number): Promise<void> {
  const { line, happened } = await talkTo();
  for (let turn = 0; turn < count; turn++) {
    await line({ say: `turn ${turn}` });
    await happened(`You said: turn ${turn}.`);
  }
}
