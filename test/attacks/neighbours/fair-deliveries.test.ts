import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const WEBHOOKS = 60;
const [noisy, quiet] = [new WebhookReceiver(), new WebhookReceiver()];
let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({ TESTS_PER_MINUTE: '1000' });
}, 180_000);

afterAll(async () => {
  await service.close();
  await noisy.close();
  await quiet.close();
});

it('60 webhooks of one user that never answer delay the delivery of another user by less than 10 seconds', {
  timeout: 180_000,
}, async () => {
  const subscriptions = ['event_message', 'event_transcript'];
  const url = await noisy.listen();
  const webhooks = await Promise.all(
    Array.from({ length: WEBHOOKS }, () =>
      service.api.created('/v1/webhooks/create', { subscriptions, url }),
    ),
  );
  const other = await service.secondApi.created('/v1/webhooks/create', {
    subscriptions: ['event_message'],
    url: await quiet.listen(),
  });
  const sample = () => service.secondApi.created(`/v1/webhooks/test?id=${other.id}`);
  // Starts the functions.
  await sample();
  await quiet.receivedTimes(1);
  const release = noisy.hold();
  for (const { id } of webhooks) await service.api.created(`/v1/webhooks/test?id=${id}`);
  await noisy.receivedTimes(20);

  const secondsTo = async (times: number) => {
    const from = Date.now();
    await sample();
    await quiet.receivedTimes(times);
    return (Date.now() - from) / 1000;
  };
  const waits = [await secondsTo(2), await secondsTo(3)];
  release();

  expect(Math.max(...waits)).toBeLessThan(10);
  // The noisy user's deliveries are late, and none is lost.
  await until('every delivery', () => {
    const ids = new Set(noisy.received.map(({ headers }) => headers['webhook-id']));
    return ids.size === WEBHOOKS * subscriptions.length || { waitingFor: ids.size };
  });
});
