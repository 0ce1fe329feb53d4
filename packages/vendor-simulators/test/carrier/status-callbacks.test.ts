import { describe, expect, it } from 'vitest';
import { prepare } from './prepare.ts';

describe('status callbacks', () => {
  it('are sent again after a 5xx if the URL asks for it', async () => {
    let refusals = 2;
    const { client, application } = await prepare({
      answer: (path) => (path === '/status' && refusals-- > 0 ? { status: 503 } : {}),
    });
    await client.setCallee({ answer: 'busy' });

    const StatusCallback = `${application.url}/status#rc=2&rp=5xx`;
    await client.finished(await client.place(application, { StatusCallback }));

    expect(application.statuses).toEqual(['initiated', 'initiated', 'initiated', 'ringing', 'busy']);
  });

  it('arrive twice, late and in reverse if the callee is configured so', async () => {
    const { client, application } = await prepare();
    await client.setCallee({
      answer: 'busy',
      duplicate_callbacks: true,
      callback_delay_ms: 5,
      callback_order: 'reversed',
    });

    await client.finished(await client.place(application));

    expect(application.statuses).toEqual(['busy', 'busy', 'ringing', 'ringing', 'initiated', 'initiated']);
    expect(application.at('/status')[0]?.form.SequenceNumber).toBe('2');
  });

  it('are only the requested ones', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ script: [{ hang_up: true }] });

    const response = await client.post(`${client.callsUrl}.json`, {
      To: '+15550100200',
      From: '+15550100100',
      Url: `${application.url}/twiml`,
      StatusCallback: `${application.url}/status`,
    });
    await client.finished(((await response.json()) as { sid: string }).sid);

    expect(application.statuses).toEqual(['completed']);
  });
});
