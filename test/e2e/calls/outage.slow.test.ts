import { expect, inject, it } from 'vitest';
import { tellCarrier } from '../../support/numbers.ts';
import { makeAgent, newNumber } from '../../support/scene.ts';
import { Api, getJson, until } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

const SENTENCE = 'We are sorry: a technical problem keeps us from talking to you now. Goodbye.';

it('a caller hears a sentence if nothing answers the vendor’s request and its retries', async () => {
  const { agent } = await makeAgent(api, { prompt: 'SPEC-OUTAGE', initialMessage: 'Good day.' });
  const { number } = await api.created('/v1/numbers/buy', { inbound_agent: agent.id });
  const numbers = await getJson(`${connection.carrier_url}/simulator/numbers`);
  const held = numbers.find(({ phone_number }: { phone_number: string }) => phone_number === number);
  // The gateway answers, and nothing stands behind it.
  const voice_url = held.voice_url.replace('/incoming#', '/nothing#');
  const { voice_fallback_url, status_callback } = held;
  await tellCarrier(connection, `numbers/${encodeURIComponent(number)}`, {
    voice_url,
    voice_fallback_url,
    status_callback,
  });

  const placed = await fetch(`${connection.carrier_url}/simulator/calls`, {
    method: 'POST',
    body: JSON.stringify({ from: newNumber(), to: number, callee: { script: [] } }),
  });
  const { sid } = (await placed.json()) as { sid: string };
  const call = await until('the end of the call', async () => {
    const found = await getJson(`${connection.carrier_url}/simulator/calls/${sid}`);
    return found.finished ? found : { waitingFor: found.status };
  });

  expect(call.transcript.map(({ text }: { text: string }) => text)).toEqual([SENTENCE]);
  const asked = call.events.filter(
    ({ type, purpose }: { type: string; purpose?: string }) => type === 'request' && purpose === 'twiml',
  );
  expect(asked.map(({ response_status }: { response_status: number }) => response_status)).toEqual([
    404, 404, 404, 200,
  ]);
});
