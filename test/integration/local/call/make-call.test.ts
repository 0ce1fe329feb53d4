import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallPlan } from '../../../../local/call/call-plan.ts';
import { ApiClient } from '../../../../local/call/clients/api-client.ts';
import { CarrierClient } from '../../../../local/call/clients/carrier-client.ts';
import { Display } from '../../../../local/call/display.ts';
import { makeCall } from '../../../../local/call/make-call.ts';
import { Screen } from '../../../../local/call/screen.ts';
import { echo, prepare } from '../../../../packages/vendor-simulators/test/carrier/prepare.ts';
import { Service } from './service.ts';

const to = '+15550001111';

async function prepareCall(overrides: Partial<CallPlan> = {}) {
  const carrier = await prepare({ onFrame: echo });
  const service = await Service.start(carrier);
  onTestFinished(() => service.close());
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
  });
  const interruption = new AbortController();
  const carrierClient = new CarrierClient(carrier.carrier.url);
  const plan: CallPlan = {
    arguments: { to, from: '+15550002222', agent: undefined, prompt: undefined, inbound: false },
    script: [{ say: 'Hello' }],
    api: new ApiClient({ base_url: service.url, access_token: 'token-1' }),
    carrier: carrierClient,
    display: new Display(new Screen(output)),
    signal: interruption.signal,
    ...overrides,
  };
  return { plan, service, interruption, carrierClient, shown: () => shown };
}

describe('making a call', () => {
  it('creates a webhook and an agent, and shows the conversation, the deliveries and the result', async () => {
    const { plan, service, shown } = await prepareCall();

    const conclusion = await makeCall(plan);

    expect(service.paths()).toEqual([
      'POST /v1/webhooks/create',
      'POST /v1/agents/create',
      'POST /v1/calls/create',
    ]);
    expect(service.requests.every(({ token }) => token === 'Bearer token-1')).toBe(true);
    expect(service.requests[1]?.body).toMatchObject({ webhook: 'w-1' });
    expect(service.requests[2]?.body).toEqual({ agent: 'a-1', from_number: '+15550002222', to_number: to });
    expect(conclusion).toMatchObject({ call: { status: 'ended' }, missing: [] });
    expect(shown()).toMatch(
      /answered[\s\S]*Callee {3}Hello\n[\s\S]*Agent {4}You said: Hello\n[\s\S]*hung up\n[\s\S]*✓ signed {2}event_transcript[\s\S]*Status +ended[\s\S]*3 deliveries, 3 with[\s\S]*AGENT: Stored words/,
    );
  });

  it('uses an existing agent and creates nothing', async () => {
    const { plan, service } = await prepareCall({
      arguments: { to, from: '+15550002222', agent: 'a-9', prompt: undefined, inbound: false },
    });

    await makeCall(plan);

    expect(service.paths()).toEqual(['POST /v1/calls/create']);
    expect(service.requests.find(({ path }) => path.endsWith('/calls/create'))?.body).toMatchObject({
      agent: 'a-9',
    });
  });

  it('shows why a call did not connect', async () => {
    const { plan, carrierClient, shown } = await prepareCall();
    const registerCallee = vi.spyOn(carrierClient, 'registerCallee').mockImplementation(async (number) => {
      const url = carrierClient.eventsUrl('x').origin;
      await fetch(`${url}/simulator/callees/${encodeURIComponent(number)}`, {
        method: 'PUT',
        body: '{"answer":"busy"}',
      });
    });

    const conclusion = await makeCall(plan);

    expect(registerCallee).toHaveBeenCalledOnce();
    expect(conclusion?.call.status).toBe('error');
    expect(shown()).toMatch(
      /the line is busy[\s\S]*event_phone_call_did_not_connect {2}busy[\s\S]*The callee was busy\./,
    );
  });

  it('ends the call through the API when the user interrupts', async () => {
    const { plan, service, interruption, shown } = await prepareCall({
      openKeyboard: () => {
        setImmediate(() => interruption.abort());
        return () => undefined;
      },
    });

    const conclusion = await makeCall(plan);

    expect(conclusion).toBeUndefined();
    expect(service.paths().at(-1)).toBe('POST /v1/calls/end?id=c-1');
    expect(shown()).toContain('The call was ended at your request: its status is ended.');
    expect(await service.deliver('event_message', {})).toBe(0);
  });

  it('sends typed lines as the callee’s words during the call', async () => {
    const { plan, shown } = await prepareCall({ script: [] });
    const speak = async (sid: string) => {
      await plan.carrier.say(sid, { say: 'Typed words' });
      await vi.waitFor(() => expect(shown()).toContain('You said: Typed words'), {
        timeout: 20_000,
        interval: 10,
      });
      await plan.carrier.say(sid, { hang_up: true });
    };
    let speaking: Promise<void> | undefined;

    const conclusion = await makeCall({
      ...plan,
      openKeyboard: (sid) => {
        speaking = speak(sid);
        return () => undefined;
      },
    });

    await speaking;
    expect(conclusion?.call.status).toBe('ended');
    expect(shown()).toMatch(/Callee {3}Typed words\n[\s\S]*Agent {4}You said: Typed words\n/);
  });
});
