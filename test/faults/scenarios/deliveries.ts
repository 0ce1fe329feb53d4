import { ALL_EVENTS } from '../../support/scene.ts';
import { type Answer, until } from '../../support/service/api.ts';
import { mustHold } from '../world.ts';
import type { Scenario } from './scenario.ts';

/** A webhook is tested, and one of its deliveries is sent again. */
export const deliveries: Scenario = async (world) => {
  const { client, receiver } = world;
  const webhook = await client.created('/v1/webhooks/create', {
    subscriptions: ALL_EVENTS,
    url: world.webhookUrl,
  });
  const samples: Answer['body'][] = await client.created(`/v1/webhooks/test?id=${webhook.id}`);
  const listed = async () => {
    const { body } = await client.get(`/v1/webhooks/deliveries/list?webhook=${webhook.id}&size=100`);
    return body;
  };
  const timesReceived = (event: string) =>
    receiver.received.filter(({ headers }) => headers['webhook-id'] === event).length;
  const check = async () => {
    const found = await until(`the samples of webhook ${webhook.id}`, async () => {
      const all = await listed();
      const isOver =
        all.length >= samples.length && all.every(({ status }: Answer['body']) => status === 'delivered');
      return isOver ? all : { waitingFor: all };
    });
    const types = found.map(({ type }: Answer['body']) => type);
    mustHold('Each sample is one delivery', new Set(types).size === types.length, types);
    mustHold('The samples are those of the answer', found.length === samples.length, { found, samples });
    for (const { event_id } of found)
      mustHold('A delivered event was received', timesReceived(event_id) > 0, event_id);

    const [again] = found;
    const before = timesReceived(again.event_id);
    await client.post(`/v1/webhooks/deliveries/retry?id=${again.id}`);
    await until(`the retry of ${again.id}`, async () => {
      const { body } = await client.get(`/v1/webhooks/deliveries?id=${again.id}`);
      const isDone = timesReceived(again.event_id) > before && body.status === 'delivered';
      return isDone ? true : { waitingFor: body };
    });
  };
  return { counts: { webhooks: 1 }, check };
};
