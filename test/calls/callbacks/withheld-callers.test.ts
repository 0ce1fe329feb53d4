import { afterAll, expect, it, vi } from 'vitest';
import { ExternalService } from '../../support/peers/external-service.ts';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';
import { addHeldNumber, callFrom } from '../../support/table/held-number.ts';

const OURS = '+15552000001';

const api = await FunctionApi.ofFile();
const server = new ExternalService({ '/who': (response) => response.end('{"greeting":"Hello"}') });
const context_endpoint = `${await server.listen()}/who?of=shop`;
vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '127.0.0.0/8');
const { id } = await api.created('agents', {
  prompt: { content: 'Be kind.' },
  voice: { type: 'voice_builtin', voice_id: 'x' },
  context_endpoint,
});
await addHeldNumber(api, OURS, id);

afterAll(() => server.close());

const WITHHELD = ' +266696687 anonymous sip:anonymous@anonymous.invalid';
it.each(
  WITHHELD.split(' '),
)('a caller who withholds the number has none in the record and in the context request: %j', async (from) => {
  const asked = server.asked.length;
  const call = await callFrom(from, OURS, api);

  expect(call).toMatchObject({ from_number: 'anonymous', context: { greeting: 'Hello' } });
  expect(server.asked.slice(asked).map(({ target }) => target)).toEqual(['/who?of=shop']);
});

it('a caller with a number is asked about by it, as the API writes it', async () => {
  const call = await callFrom('+44 (0)20 7946 0001', OURS, api);

  expect(call?.from_number).toBe('+442079460001');
  expect(server.asked.at(-1)?.target).toBe(
    `/who?of=shop&phone_number=${encodeURIComponent('+442079460001')}`,
  );
});

it('a request is refused by name for a number that stands for a withheld one', async () => {
  const answer = await api.run('calls/create', {
    body: { from_number: OURS, to_number: '+266696687', agent: id },
  });

  expect(placesOf(answer)).toEqual(['body.to_number withheld_number']);
});
