import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  METRICS,
  type MetricDeclaration,
  type MetricName,
} from '../../../lambdas/runtime/metrics/catalogue.ts';
import { combinationsOf } from '../../../lambdas/runtime/metrics/combinations.ts';
import { production } from '../../../lib/config/production.ts';
import { makeAccount, tellCarrier } from '../../support/numbers.ts';
import { SeverableLine } from '../../support/peers/severable-line.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, newNumber, placeCall } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { breakConversation } from '../../support/service/break-item.ts';
import { type EmittedMetric, emittedMetrics } from '../../support/service/emitted-metrics.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { startTalk } from '../../support/talk.ts';

const HOUR_MS = 3_600_000;

let service: OwnService;
const [working, failing, gone] = [new WebhookReceiver(), new WebhookReceiver(), new WebhookReceiver()];
const vendorLine = new SeverableLine();

beforeAll(async () => {
  service = await startOwnService(
    {
      // Two attempts.
      RETRY_SECONDS: '1',
      QUOTAS: JSON.stringify({ ...production.quotas, webhooks: 3 }),
      TELEPHONY_API_URL: await vendorLine.listen(),
    },
    { speed: 3 },
  );
  vendorLine.target = service.connection.carrier_url;
}, 240_000);

afterAll(async () => {
  await Promise.all([working, failing, gone].map((receiver) => receiver.close()));
  await service.close();
  await vendorLine.cut();
});

/** The metrics of a name that were emitted so far. */
const emitted = (name: MetricName) => emittedMetrics(service.data).filter((metric) => metric.name === name);

/** Resolves when a metric was emitted with these dimensions. */
const emission = (name: MetricName, dimensions: Readonly<Record<string, string>> = {}) =>
  until(`${name} of ${JSON.stringify(dimensions)}`, () => {
    const all = emitted(name);
    const fits = (metric: EmittedMetric) =>
      Object.entries(dimensions).every(([dimension, value]) => metric.dimensions[dimension] === value);
    const found = all.find(fits);
    return found ?? { waitingFor: all };
  });

const sum = (name: MetricName) =>
  emitted(name)
    .flatMap(({ values }) => values)
    .reduce((total, value) => total + value, 0);

const setFaults = (faults: object): Promise<void> => tellCarrier(service.connection, 'faults', faults);

/** Calls a number of the service. */
async function callUp(number: string, script: readonly object[]): Promise<void> {
  const body = JSON.stringify({ from: newNumber(), to: number, callee: { script } });
  await fetch(`${service.connection.carrier_url}/simulator/calls`, { method: 'POST', body });
}

/** A webhook of a receiver that answers with this status, and a sample of an event for it. */
async function sampleTo(receiver: WebhookReceiver, status: number) {
  receiver.status = status;
  const url = await receiver.listen();
  const webhook = await service.api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url });
  await service.api.created(`/v1/webhooks/test?id=${webhook.id}`);
}

describe('the metrics of a service', () => {
  it('count a call with a turn, an interruption, a failing model and a fallback', async () => {
    await addModelRules(service.connection, [
      {
        when: { system: 'SPEC-METRICS', last_user: 'slowly' },
        reply: 'I speak for long. '.repeat(56),
        token_ms: 100,
      },
      { when: { system: 'SPEC-METRICS', last_user: 'break', model: '^gpt' }, fault: 'http_500' },
      { when: { system: 'SPEC-METRICS' }, reply: 'Gladly. What else can I do?' },
    ]);
    const { call, line, happened } = await startTalk(service.connection, service.api, {
      prompt: 'SPEC-METRICS',
      settings: { llm_fallback: { provider: 'llm_vendor_b', model_name: 'gemini-2.5-flash-lite' } },
    });

    await line({ say: 'hello' });
    await happened('What else can I do?');
    await emission('TurnSilence');
    await line({ say: 'please break' });
    await emission('ModelFallbacks');
    await line({ say: 'speak slowly' });
    await happened('I speak for long.');
    await line({ interrupt: 'stop', after_words: 0 });
    await until(
      'the interruption',
      () => sum('TurnInterrupted') > 0 || { waitingFor: emitted('TurnInterrupted') },
    );
    await line({ hang_up: true });
    await service.api.finishedCall(call.id);

    await emission('CallsStarted', { Direction: 'outbound' });
    await emission('CallsEnded', { Direction: 'outbound', Outcome: 'conversation' });
    expect(sum('ModelFailed')).toBeGreaterThan(0);
    expect(sum('TurnFailed')).toBe(0);
    expect(sum('CallFailed')).toBe(0);
    for (const name of ['TurnModelAsked', 'TurnFirstToken', 'TurnFirstText', 'TurnLastText'] as const)
      for (const value of emitted(name).flatMap(({ values }) => values))
        expect(value).toBeGreaterThanOrEqual(0);
  });

  it('count a frame that cannot be handled, and no other', async () => {
    expect(emitted('FrameFailed')).toEqual([]);
    const { call, line } = await startTalk(service.connection, service.api, {});
    await breakConversation(service.connection, call, 'phone-call-agents-production');

    await line({ say: 'hello' });

    expect((await emission('FrameFailed')).values).toEqual([1]);
  });

  it('count a call that nobody answers', async () => {
    const { agent } = await makeAgent(service.api);

    await placeCall(service.connection, service.api, { agent: agent.id, callee: { answer: 'busy' } });

    await emission('CallsEnded', { Direction: 'outbound', Outcome: 'unanswered' });
  });

  it('count calls of both directions, and how they end', async () => {
    const { agent } = await makeAgent(service.api);
    const { number } = await service.api.created('/v1/numbers/buy', { inbound_agent: agent.id });
    const prompt = { prompt_template: { required_context_keys: ['order'] }, content: 'You sell tea.' };
    const { number: unprepared } = await service.api.created('/v1/numbers/buy', {
      inbound_agent: { prompt },
    });

    await callUp(number, [{ hang_up: true }]);
    await callUp(unprepared, [{ say: 'hello' }]);
    await placeCall(service.connection, service.api, { agent: agent.id, callee: { answer: 'failed' } });
    const scheduled_at = new Date(Date.now() + HOUR_MS).toISOString();
    const plan = { agent: agent.id, callee: {}, wishes: { scheduled_at } };
    const { call } = await placeCall(service.connection, service.api, plan);
    await service.api.created(`/v1/calls/end?id=${call.id}`);

    await emission('CallsStarted', { Direction: 'inbound' });
    await emission('CallsEnded', { Direction: 'inbound', Outcome: 'conversation' });
    await emission('CallsEnded', { Direction: 'inbound', Outcome: 'error' });
    await emission('CallsEnded', { Direction: 'outbound', Outcome: 'error' });
    await emission('CallsEnded', { Direction: 'outbound', Outcome: 'cancelled' });
  });

  it('count what the telephony vendor answers', async () => {
    const { agent } = await makeAgent(service.api);
    const place = (callee: object) => placeCall(service.connection, service.api, { agent: agent.id, callee });

    await place({ answer: 'reject-request' });
    await emission('TelephonyRequests', { Outcome: 'number_refused' });
    await place({ answer: 'lose-answer' });
    await emission('TelephonyRequests', { Outcome: 'answer_lost' });
    await setFaults({ requests: 'throttle' });
    await place({});
    await emission('TelephonyRequests', { Outcome: 'throttled' });
    await setFaults({});
    await emission('TelephonyRequests', { Outcome: 'ok' });
  });

  it('count what the telephony vendor answers about numbers', async () => {
    const { api, connection } = service;
    const { sid, connection: own } = await makeAccount(connection, api);
    const buy = () => api.post('/v1/numbers/buy', { telephony_account_connection: own.id });
    const { body } = await buy();

    await setFaults({ account_sid: sid, purchase: 'refuse' });
    await buy();
    await emission('TelephonyRequests', { Outcome: 'not_authorized' });
    await setFaults({ account_sid: sid, purchase: 'taken' });
    await buy();
    await emission('TelephonyRequests', { Outcome: 'otherwise_refused' });
    // The number moves to another account.
    const number = encodeURIComponent(body.number);
    await tellCarrier(connection, `numbers/${number}`, {});
    await api.post(`/v1/numbers/cancel?phone_number=${number}`);
    await emission('TelephonyRequests', { Outcome: 'not_found' });
  });

  it('count deliveries that arrive, fail and are given up, and a quota that is nearly used up', async () => {
    await sampleTo(working, 200);
    await sampleTo(failing, 500);
    await sampleTo(gone, 410);

    for (const Outcome of ['delivered', 'retried', 'given_up'])
      await emission('DeliveryAttempts', { Outcome });
    for (const name of [
      'DeliveryWait',
      'DeliveryAge',
      'DeliveriesGivenUp',
      'WebhooksSwitchedOff',
      'QuotaSharesPassed',
    ] as const)
      await emission(name);
  });

  it('measure reconciliation', async () => {
    for (const name of ['ReconciliationLag', 'ReconciliationLeft', 'CallsUnderWay'] as const)
      await emission(name);
  });

  it('measure the age of the vendors’ secrets', async () => {
    const { values } = await emission('SecretAge');

    expect(values).toHaveLength(3);
    // They were put when the service started.
    for (const age of values) expect(age).toBeLessThan(86_400);
  });

  it('count requests that cannot reach the telephony vendor', async () => {
    await vendorLine.cut();

    await service.api.get('/v1/numbers/search');

    await emission('TelephonyRequests', { Outcome: 'unreachable' });
  });

  it('are those of the catalogue in every combination of their dimensions, each with its unit', () => {
    const all = emittedMetrics(service.data);
    const written = (name: string, dimensions: object) => JSON.stringify([name, dimensions]);

    // Synthetic calls need a line of the configuration: see test/e2e/monitoring/synthetic-call.test.ts.
    const usual = Object.keys(METRICS).filter((name) => name !== 'SyntheticCallFailed') as MetricName[];
    const declared = usual.flatMap((name) =>
      combinationsOf(name).map((dimensions) => written(name, dimensions)),
    );
    const found = all.map(({ name, dimensions: { Environment: _, ...others } }) => written(name, others));
    expect([...new Set(found)].sort()).toEqual(declared.sort());
    for (const { name, unit, namespace, dimensions } of all) {
      const { unit: declaredUnit }: MetricDeclaration = METRICS[name as MetricName];
      expect([namespace, unit, dimensions.Environment], name).toEqual([
        'phone-call-agents',
        declaredUnit,
        'production',
      ]);
    }
  });

  it('contain no user, call, number or word', () => {
    for (const { text } of emittedMetrics(service.data)) {
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|\+\d{7}|hello|stop|CA[0-9a-f]{32}/);
    }
  });
});
