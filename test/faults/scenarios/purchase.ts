import { numbersAtCarrier } from '../../support/numbers.ts';
import { until } from '../../support/service/api.ts';
import { mustHold, type World } from '../world.ts';
import type { Scenario } from './scenario.ts';

/** A number is bought, and given back. */
export const purchase: Scenario = async (world) => {
  const { client, account } = world;
  const total = await totalOf(world);
  const before = await numbersAtCarrier(world.connection, account.sid);
  const bought = await client.post('/v1/numbers/buy', {
    telephony_account_connection: account.connectionId,
  });
  const { number } = bought.body;
  const atCarrier = async () => {
    const held = await numbersAtCarrier(world.connection, account.sid);
    return held.filter((each) => !before.includes(each));
  };
  const afterwards = await atCarrier();
  mustHold('A number is bought once', afterwards.length === 1 && afterwards[0] === number, {
    afterwards,
    number,
  });
  await client.post(`/v1/numbers/cancel?phone_number=${encodeURIComponent(number)}`);
  const check = async () => {
    await until(`${number} to be given back`, async () => {
      const held = await atCarrier();
      return held.length === 0 ? true : { waitingFor: held };
    });
    const { body } = await client.get(`/v1/numbers?phone_number=${encodeURIComponent(number)}`);
    mustHold(
      'An acknowledged cancellation is kept',
      body.id === bought.body.id && body.active === false,
      body,
    );
    const after = await totalOf(world);
    mustHold('A purchase has one record', after === total + 1, { total, after });
  };
  return { counts: { agents: 1, actions: 1 }, check };
};

async function totalOf({ client }: World): Promise<number> {
  const { body } = await client.get('/v1/numbers/list?size=1');
  return body.total;
}
