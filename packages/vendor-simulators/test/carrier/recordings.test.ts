import { describe, expect, it } from 'vitest';
import { type Application, accountSid } from './application.ts';
import { lastedSeconds, ownNumber } from './client.ts';
import { echo, prepare } from './prepare.ts';

interface Listed {
  recordings: { sid: string; status: string }[];
}

const recorded = (application: Application, wishes: Record<string, string> = {}) => ({
  Record: 'true',
  RecordingStatusCallback: `${application.url}/recording`,
  ...wishes,
});

/** A callee with one line, in a finished recorded call. */
async function prepareRecording(wishes: Record<string, string> = {}, behaviour: unknown = {}) {
  const prepared = await prepare({ onFrame: echo });
  const { client, application } = prepared;
  await client.setCallee({ script: [{ say: 'Hello' }], ...(behaviour as object) });
  const details = await client.finished(await client.place(application, recorded(application, wishes)));
  const list = await client.get<Listed>(`${client.callsUrl}/${details.sid}/Recordings.json`);
  const get = (ending: string) =>
    fetch(`${client.accountUrl}/Recordings/${list.recordings[0]?.sid}${ending}`, { headers: client.headers });
  return { ...prepared, details, list, get };
}

/** The number of MPEG 2 Layer III frames in a file at 16 kHz and 8 kbit/s; each has 36 bytes and lasts 36 ms. */
function framesOf(sound: Buffer): number {
  expect(sound.length % 36).toBe(0);
  for (let offset = 0; offset < sound.length; offset += 36) {
    expect(sound.readUInt16BE(offset)).toBe(0xfff3);
    expect(sound[offset + 2]).toBe(0x18);
  }
  return sound.length / 36;
}

describe('a recorded call', () => {
  it('reports the URL of its recording when it is over', async () => {
    const { client, application, details, list } = await prepareRecording();

    const [recording] = list.recordings;
    expect(list.recordings).toHaveLength(1);
    expect(recording).toMatchObject({
      sid: expect.stringMatching(/^RE[0-9a-f]{32}$/),
      account_sid: accountSid,
      call_sid: details.sid,
      status: 'completed',
      channels: 1,
      source: 'OutboundAPI',
      duration: lastedSeconds(details),
    });
    expect(application.at('/recording')).toMatchObject([
      {
        isSigned: true,
        form: {
          AccountSid: accountSid,
          CallSid: details.sid,
          RecordingSid: recording?.sid,
          RecordingUrl: `${client.accountUrl}/Recordings/${recording?.sid}`,
          RecordingStatus: 'completed',
          RecordingDuration: lastedSeconds(details),
          RecordingChannels: '1',
          RecordingSource: 'OutboundAPI',
        },
      },
    ]);
    expect(application.received.at(-1)?.path).toBe('/recording');
  });

  it('plays at the URL of the callback, with the account’s credentials', async () => {
    const { client, application, get } = await prepareRecording();
    const url = `${application.at('/recording')[0]?.form.RecordingUrl}.mp3`;

    const sound = await fetch(url, { headers: client.headers });

    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(framesOf(Buffer.from(await sound.arrayBuffer()))).toBeGreaterThan(0);
    expect((await fetch(url)).status).toBe(401);
    expect(await (await get('.json')).json()).toMatchObject({ media_url: url.replace('.mp3', '') });
  });

  it('loses its recording for good after a deletion', async () => {
    const { client, details, list, get } = await prepareRecording();
    const url = `${client.accountUrl}/Recordings/${list.recordings[0]?.sid}.json`;
    const remove = () => fetch(url, { method: 'DELETE', headers: client.headers });

    const removed = await remove();

    expect(removed.status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect([(await get('.json')).status, (await get('.mp3')).status]).toEqual([404, 404]);
    expect(await client.get(`${client.callsUrl}/${details.sid}/Recordings.json`)).toMatchObject({
      recordings: [],
    });
  });

  it.each([
    [{ RecordingChannels: 'quad' }, 20001],
    [{ RecordingStatusCallbackEvent: 'sung' }, 21626],
  ])('is refused as %o', async (wishes, code) => {
    const { client } = await prepare();
    const form = { To: '+15550100200', From: '+15550100100', Url: 'http://127.0.0.1:1/', Record: 'true' };

    const response = await client.post(`${client.callsUrl}.json`, { ...form, ...wishes });

    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  });
});

describe('<Start><Recording>', () => {
  it('records an inbound call from this verb on', async () => {
    const start = '<Start><Recording recordingStatusCallback="/recording" channels="mono"/></Start>';
    const { client, application } = await prepare({
      answer: (path) =>
        path === '/twiml' ? { body: `<Response>${start}<Say>You are recorded.</Say></Response>` } : {},
    });
    await client.control('PUT', `numbers/${ownNumber}`, { voice_url: `${application.url}/twiml` });

    const { sid, transcript } = await client.finished(await client.callIn());

    expect(transcript.map(({ text }) => text)).toEqual(['You are recorded.']);
    expect(application.at('/recording')).toMatchObject([
      {
        isSigned: true,
        form: {
          CallSid: sid,
          RecordingStatus: 'completed',
          RecordingSource: 'StartCallRecordingTwiML',
          RecordingChannels: '1',
        },
      },
    ]);
  });

  it.each([['<Start/>', 'one <Recording>']])('must have a supported form: %s', async (verb, message) => {
    const { client, application } = await prepare({
      answer: (path) => (path === '/twiml' ? { body: `<Response>${verb}</Response>` } : {}),
    });

    const { events } = await client.finished(await client.place(application));

    expect(events).toContainEqual(
      expect.objectContaining({ type: 'error', code: 12200, message: expect.stringContaining(message) }),
    );
  });
});
