import { giveNumber, makeAccount } from '../../test/support/numbers.ts';
import type { Api } from '../../test/support/service/api.ts';
import type { Connection } from '../../test/support/service/service-process.ts';
import type { EndpointCase } from './endpoint-case.ts';

const named = (number: string) => `phone_number=${encodeURIComponent(number)}`;

/** A request to each operation on numbers, and on the steering pool of their account. */
export async function numberCases(connection: Connection, api: Api): Promise<readonly EndpointCase[]> {
  const { sid, connection: account } = await makeAccount(connection, api);
  const [linked, further] = [await giveNumber(connection, sid), await giveNumber(connection, sid)];
  const link = (phone_number: string) =>
    api.post('/v1/numbers/link', { phone_number, telephony_account_connection: account.id });
  await link(linked);
  const bought = await api.created('/v1/numbers/buy', { inbound_agent: 'default' });
  const old = await api.created('/v1/numbers/buy');
  await api.post(`/v1/numbers/cancel?${named(old.number)}`);
  const pool = (operation: string) =>
    api.post(`/v1/account_connections/${operation}_steering_pool?id=${account.id}`, { phone_number: linked });
  return [
    { endpoint: 'account-connections/add-to-steering-pool', send: () => pool('add_to') },
    { endpoint: 'account-connections/remove-from-steering-pool', send: () => pool('remove_from') },
    { endpoint: 'numbers/buy', send: () => api.post('/v1/numbers/buy') },
    { endpoint: 'numbers/link', send: () => link(further) },
    { endpoint: 'numbers/get', send: () => api.get(`/v1/numbers?${named(bought.number)}`) },
    { endpoint: 'numbers/search', send: () => api.get('/v1/numbers/search?area_code=415') },
    { endpoint: 'numbers/list', kind: 'first page', send: () => api.get('/v1/numbers/list') },
    {
      endpoint: 'numbers/update',
      send: () => api.post(`/v1/numbers/update?${named(bought.number)}`, { label: 'Shop' }),
    },
    { endpoint: 'numbers/cancel', send: () => api.post(`/v1/numbers/cancel?${named(bought.number)}`) },
    { endpoint: 'numbers/delete', send: () => api.post(`/v1/numbers/delete?id=${old.id}`) },
  ];
}
