import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vendorSeconds } from '../../lambdas/domain/calls/vendor-seconds.ts';
import { makeAgent } from '../support/scene.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { ringingCall, sendCallback, type Vendor } from '../support/vendor-conversation.ts';

const NUMBERS = [
  'NaN',
  '1e20',
  '-1e9',
  'Infinity',
  '-1',
  '0x10',
  '1.5',
  '',
  ' 9',
  '9'.repeat(400),
  '86401',
  '{}',
  '\0',
];

describe('the seconds that the vendor reports', () => {
  it.each(NUMBERS)('are ignored if they are %j', (text) => {
    expect(vendorSeconds(text)).toBeUndefined();
  });

  it.each([
    ['0', 0],
    ['7', 7],
    ['86400', 86_400],
  ])('are parsed from %j', (text, seconds) => {
    expect(vendorSeconds(text)).toBe(seconds);
  });
});

let service: OwnService;
let vendor: Vendor;
let agentId: string;

beforeAll(async () => {
  service = await startOwnService({});
  vendor = { connection: service.connection, authToken: 'token' };
  agentId = (await makeAgent(service.api)).agent.id;
});

afterAll(() => service.close());

const ringing = () => ringingCall(vendor, service.api, agentId);

describe('a call that the vendor reports as over', () => {
  it.each([...NUMBERS, '86400', '100'])('after %j seconds has no impossible duration', async (duration) => {
    const call = await ringing();
    const form = {
      CallSid: call.telephony_id,
      CallStatus: 'completed',
      CallDuration: duration,
      SequenceNumber: duration,
      RecordingDuration: duration,
      SessionDuration: duration,
      DialCallDuration: duration,
    };

    const { status } = await sendCallback(vendor, call, { kind: 'status', form });

    const { body } = await service.api.get(`/v1/calls?id=${call.id}`);
    const [created, start, end] = [call.created_at ?? call.start_time, body.start_time, body.end_time];
    expect([status, body.status]).toEqual([200, 'ended']);
    expect(Date.parse(end) - Date.parse(start)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(end) - Date.parse(start)).toBeLessThan(60_000);
    if (created) expect(Date.parse(start)).toBeGreaterThanOrEqual(Date.parse(created));
    expect((await service.api.get('/v1/usage')).status).toBe(200);
  });

  it.each([
    ['status', { CallSid: 'CA'.repeat(100_000), CallStatus: 'completed' }],
    ['status', { CallSid: '', CallStatus: '' }],
    ['status', { CallStatus: 'constructor' }],
    ['status', { CallStatus: '__proto__' }],
    ['status', { CallStatus: 'x'.repeat(200_000) }],
    [
      'recording',
      { RecordingSid: 'RE'.repeat(150_000), RecordingStatus: 'completed', RecordingDuration: 'NaN' },
    ],
    ['machine-detection', { AnsweredBy: '__proto__', MachineDetectionDuration: '1e999' }],
    ['transfer-status', { ConferenceSid: 'CF'.repeat(200_000), SequenceNumber: 'NaN' }],
    ['transfer-status', { CallSid: 'CA'.repeat(200_000), CallStatus: 'completed', SequenceNumber: '-1' }],
    [
      'transfer-ended',
      { DialCallSid: 'CA'.repeat(200_000), DialCallStatus: '__proto__', DialCallDuration: '-1' },
    ],
    ['transfer-key', { Digits: '1'.repeat(200_000), FinishedOnKey: '__proto__' }],
    ['transfer-whisper', { CallSid: 'CA'.repeat(100_000), AnsweredBy: '__proto__' }],
    ['relay-ended', { HandoffData: `{"action_id":${'['.repeat(100_000)}`, SessionDuration: '1e20' }],
    ['relay-ended', { SessionStatus: 'failed', SessionId: 'VX'.repeat(200_000), SessionDuration: 'NaN' }],
    ['relay-ended', { HandoffData: '{"__proto__":{"action_id":"x"}}', ErrorCode: 'NaN' }],
  ])('with malformed fields is answered, and its call still ends: %s %j', async (kind, fields) => {
    const call = await ringing();
    const form: Record<string, string> = { CallSid: call.telephony_id, CallStatus: 'in-progress', ...fields };

    const { status } = await sendCallback(vendor, call, { kind, form });

    expect(status).toBe(200);
    const { body } = await service.api.get(`/v1/calls?id=${call.id}`);
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
    await service.api.created(`/v1/calls/end?id=${call.id}`);
  });
});
