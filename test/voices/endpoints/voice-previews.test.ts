import { startVoices } from 'vendor-simulators/voices/voices.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { FunctionApi } from '../../support/service/function-api.ts';

const functions = await FunctionApi.ofFile();
const vendor = await startVoices();
afterAll(vendor.close);
vi.stubEnv('AWS_ENDPOINT_URL', vendor.url);
vi.stubEnv('ELEVENLABS_URL', vendor.url);
vi.stubEnv('VOICE_PREVIEWS_PER_HOUR', '3');
for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'])
  vi.stubEnv(name, 'us-east-1');

const AMAZON = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
const ELEVENLABS = { type: 'voice_vendor_c', voice_id: 'Rachel', api_key: 'mine' };

const hear = (api: FunctionApi, voice: unknown, text = 'Good morning, how can I help you?') =>
  api.run('voices/preview', { body: { voice, text } });

describe('POST /v1/voices/preview', () => {
  it.each([
    // 33 characters at 16 USD a million.
    ['Amazon Polly', AMAZON, { currency: 'USD', total: 0.000528 }],
    ['ElevenLabs with your key', ELEVENLABS, null],
  ])('speaks as %s, and says what it cost', async (_, voice, cost) => {
    const { status, body } = await hear(functions.ofAnotherUser(), voice);

    expect(status).toBe(200);
    expect(body.media_type).toMatch(/^audio\/(wav|mpeg)$/);
    expect(Buffer.from(body.audio, 'base64').length).toBeGreaterThan(1000);
    expect(body.cost).toEqual(cost);
  });

  it('asks the vendor once for the same words, also of a stored voice, and limits others', async () => {
    const api = functions.ofAnotherUser();
    const { body: stored } = await api.run('voices/create', { body: AMAZON });

    const first = await hear(api, AMAZON);
    const again = await hear(api, stored.id);
    const others = [
      await hear(api, AMAZON, 'One'),
      await hear(api, AMAZON, 'Two'),
      await hear(api, AMAZON, 'Three'),
    ];

    expect(again.body).toEqual({ ...first.body, cost: { currency: 'USD', total: 0 } });
    expect(others.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(others[2]?.body.detail[0]).toMatchObject({ type: 'too_many_voice_previews' });
  });

  it.each([
    ['the default voice', { type: 'voice_builtin', voice_id: 'default' }],
    ['a voice of Google', { type: 'voice_vendor_a', voice_name: 'en-US-Neural2-F' }],
    ['ElevenLabs without a key', { type: 'voice_vendor_c', voice_id: 'Rachel' }],
    ['a vendor that calls do not support', { type: 'voice_vendor_d', voice_id: 'x' }],
  ])('says that there is no preview of %s', async (_, voice) => {
    const { status, body } = await hear(functions.ofAnotherUser(), voice);

    expect(status).toBe(409);
    expect(body.detail[0]).toMatchObject({ loc: ['body', 'voice'], type: 'voice_preview_unavailable' });
  });

  it.each([
    ['a voice that Amazon does not have', { ...AMAZON, voice_name: 'Unsupported' }, /validation error/],
    ['a wrong key at ElevenLabs', { ...ELEVENLABS, api_key: 'wrong' }, /Invalid API key/],
  ])('shows why the vendor refuses %s, which does not count', async (_, voice, reason) => {
    const api = functions.ofAnotherUser();

    const answers = [];
    for (const _ of [1, 2, 3, 4]) answers.push(await hear(api, voice));

    expect(answers.map(({ body }) => body.detail[0].type)).toEqual(Array(4).fill('voice_refused'));
    expect(answers[0]?.body.detail[0].msg).toMatch(reason);
  });

  it('says that the vendor is down', async () => {
    vi.stubEnv('ELEVENLABS_URL', 'http://127.0.0.1:9');

    const { status, body } = await hear(functions.ofAnotherUser(), { ...ELEVENLABS, voice_id: 'Other' });

    expect(status).toBe(502);
    expect(body.detail[0]).toMatchObject({ type: 'voice_vendor_unavailable' });
  });

  it('takes a sentence of at most 300 characters', async () => {
    const { status } = await hear(functions.ofAnotherUser(), AMAZON, 'a'.repeat(301));

    expect(status).toBe(422);
  });
});
