import { expect, it, vi } from 'vitest';
import { ownNumber } from './client.ts';
import { prepare } from './prepare.ts';

const expert = '+15550100400';

interface Listed {
  calls: { sid: string; status: string; parent_call_sid: string | null }[];
}

/** A call to a number of the account is transferred at once, and both wait while the expert's telephone rings. */
async function prepareRinging(attributes: string) {
  const { client, application } = await prepare({
    answer: (path, { url }) => {
      const dial = `<Dial action="${url}/dialed" ${attributes}><Number>${expert}</Number></Dial>`;
      return path === '/twiml' ? { body: `<Response>${dial}</Response>` } : {};
    },
  });
  await client.control('PUT', `callees/${expert}`, { ring_ms: 60_000 });
  await client.control('PUT', `numbers/${ownNumber}`, { voice_url: `${application.url}/twiml` });
  const sid = await client.callIn({ interactive: true, script: [] });
  const child = await vi.waitFor(async () => {
    const { calls } = await client.get<Listed>(`${client.callsUrl}.json`);
    const found = calls.find(
      ({ parent_call_sid, status }) => parent_call_sid === sid && status === 'ringing',
    );
    return found ?? Promise.reject(new Error('No child.'));
  });
  return { client, application, sid, child };
}

it.each([
  ['true', 'ringing', 'no-answer'],
  ['false', 'in-progress', 'completed'],
])('<Dial> with answerOnBridge="%s" leaves an inbound call %s', async (onBridge, meanwhile, after) => {
  const { client, application, sid, child } = await prepareRinging(`answerOnBridge="${onBridge}"`);

  const { status } = await client.details(sid);
  await client.control('POST', `calls/${sid}/say`, { hang_up: true });

  expect(status).toBe(meanwhile);
  expect((await client.finished(sid)).status).toBe(after);
  // The ringing is canceled when the caller hangs up.
  expect((await client.finished(child.sid)).status).toBe('canceled');
  expect(application.at('/dialed')[0]?.form).toMatchObject({ DialCallStatus: 'canceled' });
});
