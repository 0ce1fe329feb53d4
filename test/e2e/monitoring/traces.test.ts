import { execFile } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OtlpReceiver, type ReceivedSpan } from '../../support/peers/otlp-receiver.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { getJson, until } from '../../support/service/api.ts';
import { logLines } from '../../support/service/log-lines.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { startTalk } from '../../support/talk.ts';

let service: OwnService;
const collector = new OtlpReceiver();
const webhook = new WebhookReceiver();

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The speed of the clock that the service, the carrier and this file share: its second takes twenty real ones. */
const SPEED = 0.05;

/** Milliseconds of that clock by which the trace's times and the carrier's may differ: 100 real ones. */
const TOLERANCE_MS = 5;

beforeAll(async () => {
  service = await startOwnService(
    { RETRY_SECONDS: '1' },
    // Transport between programs takes a few milliseconds on a busy machine: a slow clock reduces them.
    { otlp: await collector.listen(), speed: SPEED, limits: { lambda: { asynchronousRetryMs: [50, 100] } } },
  );
}, 240_000);

afterAll(async () => {
  await service.close();
  await Promise.all([collector.close(), webhook.close()]);
});

const durationOf = (span: ReceivedSpan) => span.endTimeUnixNano - span.startTimeUnixNano;
const sumOf = (spans: readonly ReceivedSpan[]) => spans.reduce((sum, span) => sum + durationOf(span), 0);

interface CarrierEvent {
  readonly type: string;
  readonly at: string;
  readonly status?: string;
  readonly direction?: string;
  readonly frame?: { readonly type: string; readonly last?: boolean };
}

async function carrierEvents(callId: string): Promise<CarrierEvent[]> {
  const { body } = await service.api.get(`/v1/calls?id=${callId}`);
  const { events } = await getJson(`${service.connection.carrier_url}/simulator/calls/${body.telephony_id}`);
  return events;
}

/** The headers of a call's deliveries. */
const deliveriesOf = (callId: string) =>
  webhook.received.filter(({ text }) => JSON.parse(text).call_id === callId).map(({ headers }) => headers);

/** The span that a delivery names. */
const spanOf = ({ traceparent }: IncomingHttpHeaders) => String(traceparent).split('-')[2] ?? '';

describe('the trace of a call', () => {
  let callId = '';
  let spans: ReceivedSpan[] = [];
  const named = (name: string) => spans.filter((span) => span.name === name);

  it('has one id from the first request to the last delivery', async () => {
    await addModelRules(service.connection, [
      { when: { system: 'SPEC-TRACE', last_user: 'invoice' }, reply: 'It is paid. Anything else?' },
    ]);
    const { call, line, happened } = await startTalk(service.connection, service.api, {
      prompt: 'SPEC-TRACE',
      webhookUrl: await webhook.listen(),
    });
    callId = call.id;
    for (const said of ['what about my invoice', 'and the other invoice']) {
      await line({ say: said });
      await happened(said);
      await happened('Anything else?');
      await until('the turn', () => {
        const turns = collector.of(callId).filter(({ name }) => name === 'turn');
        return turns.length >= (said.startsWith('and') ? 2 : 1) || { waitingFor: turns.length };
      });
    }
    await line({ hang_up: true });
    await service.api.finishedCall(callId);
    await webhook.eventsWith(callId, ['event_phone_call_ended', 'event_transcript', 'event_recording']);
    for (const name of ['call', 'deliver event_transcript', 'deliver event_phone_call_ended'])
      await collector.spanOf(callId, name);
    spans = await until('every span that another span or a delivery names', () => {
      const all = collector.of(callId);
      const known = new Set(all.map(({ spanId }) => spanId));
      const missing = [
        ...all.filter(({ parentSpanId }) => parentSpanId !== undefined && !known.has(parentSpanId)),
        ...deliveriesOf(callId).filter((headers) => !known.has(spanOf(headers))),
      ];
      return missing.length === 0 ? all : { waitingFor: missing };
    });

    expect(collector.faults).toEqual([]);
    expect([...new Set(spans.map(({ traceId }) => traceId))]).toEqual([callId.replaceAll('-', '')]);
    expect([...new Set(spans.map(({ name }) => name))]).toEqual(
      expect.arrayContaining([
        'POST /v1/calls/create',
        'send call_created',
        'process call_created',
        'telephony POST',
        'POST /telephony/calls/{user_id}/{call_id}/{key}/answer',
        'relay setup',
        'turn',
        'chat gpt-4.1-mini',
        'send event_message',
        'process event_message',
        'deliver event_message',
        'call',
      ]),
    );
    const services = ['api/calls/create', 'events/publish', 'dialing/dial', 'callbacks/answer'];
    expect([...new Set(spans.map((span) => span.service))]).toEqual(
      expect.arrayContaining([...services, 'conversation/message', 'webhooks/fan-out', 'webhooks/deliver']),
    );
  }, 240_000);

  it('has the whole call at its root, and every other span below one of its own', () => {
    const ids = new Set(spans.map(({ spanId }) => spanId));
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    const orphans = spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId));

    expect(roots.map(({ name }) => name)).toEqual(['call']);
    expect(orphans.map(({ name }) => name)).toEqual([]);
    const parentOf = (span: ReceivedSpan) => spans.find(({ spanId }) => spanId === span.parentSpanId)?.name;
    expect(named('process call_created').map(parentOf)).toEqual(['send call_created']);
    expect(named('deliver event_transcript').map(parentOf)).toEqual(['send event_transcript']);
    expect(named('chat gpt-4.1-mini').map(parentOf)).toEqual(['turn', 'turn']);
  });

  it('has segments that add up to the call, and to the carrier’s own clock', async () => {
    const events = await carrierEvents(callId);
    const at = (status: string) => Date.parse(events.find((event) => event.status === status)?.at ?? '');
    const [whole] = named('call');
    const segments = ['call waiting', 'call ringing', 'call in progress'].flatMap(named);
    const [, ringing, inProgress] = segments;
    const statuses = named('POST /telephony/calls/{user_id}/{call_id}/{key}/status');
    const initiatedMs = Math.min(...statuses.map(({ startTimeUnixNano }) => startTimeUnixNano));

    expect(segments).toHaveLength(3);
    expect(sumOf(segments)).toBe(durationOf(whole!));
    for (const [index, next] of segments.slice(1).entries())
      expect(next.startTimeUnixNano).toBe(segments[index]!.endTimeUnixNano);
    expect(Math.abs(durationOf(inProgress!) - (at('completed') - at('in-progress')))).toBeLessThanOrEqual(
      TOLERANCE_MS,
    );
    // The whole of it, from when the carrier says that it dials.
    const atCarrierMs = ringing!.endTimeUnixNano - initiatedMs + durationOf(inProgress!);
    expect(Math.abs(atCarrierMs - (at('completed') - at('initiated')))).toBeLessThanOrEqual(TOLERANCE_MS);
  });

  it('has turns whose segments add up to what the carrier waited', async () => {
    const frames = (await carrierEvents(callId)).filter(({ type }) => type === 'frame');
    const prompts = frames.filter(({ frame }) => frame?.type === 'prompt');
    const turns = named('turn').toSorted((a, b) => a.startTimeUnixNano - b.startTimeUnixNano);

    expect(turns).toHaveLength(2);
    for (const [index, prompt] of prompts.entries()) {
      const later = frames.slice(frames.indexOf(prompt));
      const last = later.find(({ frame }) => frame?.type === 'text' && frame.last);
      const waitedMs = Date.parse(last!.at) - Date.parse(prompt.at);
      const segments = spans.filter(
        ({ name, parentSpanId }) => name.startsWith('turn ') && parentSpanId === turns[index]!.spanId,
      );
      expect(segments.map(({ name }) => name)).toEqual([
        'turn model asked',
        'turn first token',
        'turn first text',
        'turn last text',
      ]);
      expect(Math.abs(sumOf(segments) - waitedMs)).toBeLessThanOrEqual(TOLERANCE_MS);
    }
  });

  it('describes requests to models by OpenTelemetry’s conventions', () => {
    const [chat] = named('chat gpt-4.1-mini');

    expect(chat).toMatchObject({
      kind: 3,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4.1-mini',
        'gen_ai.conversation.id': callId,
        'gen_ai.output.type': 'text',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': expect.any(Number),
        'gen_ai.usage.output_tokens': expect.any(Number),
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(service.connection.model_url).port),
      },
    });
  });

  it('continues at the receiver of a webhook', () => {
    const ofCall = deliveriesOf(callId);
    const clients = new Set(spans.filter(({ kind }) => kind === 3).map(({ spanId }) => spanId));

    expect(ofCall.length).toBeGreaterThan(4);
    for (const headers of ofCall) {
      const [version, traceId, spanId, flags] = String(headers.traceparent).split('-');
      expect([version, traceId, flags]).toEqual(['00', callId.replaceAll('-', ''), '03']);
      expect(clients).toContain(spanId);
      expect(headers.tracestate ?? headers.baggage).toBeUndefined();
    }
  });

  it('contains no spoken words, numbers or secrets', async () => {
    const { body } = await service.api.get(`/v1/calls?id=${callId}`);
    const exported = collector.texts.join('\n');

    for (const secret of [
      'invoice',
      'It is paid',
      body.to_number,
      body.from_number,
      body.telephony_id,
      'SPEC-TRACE',
    ])
      expect(exported).not.toContain(secret);
    expect(exported).not.toMatch(/Bearer|sk-|AC0{32}|"token"/);
  });

  it('is in log lines that name the call, the user, the request and the trace', () => {
    // API Gateway's access log has lines of its own.
    const lines = logLines(service.data).filter((line) => line.service !== undefined);
    const ofCall = lines.filter((line) => JSON.stringify(line).includes(callId));

    expect(ofCall.length).toBeGreaterThan(30);
    for (const line of ofCall)
      expect(line, JSON.stringify(line)).toMatchObject({
        callId,
        userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestId: expect.any(String),
        traceId: callId.replaceAll('-', ''),
      });
    // Work for no single call names no call.
    const elsewhere = ['reconciliation/reconcile', 'upkeep/check-secrets', 'tracing/export-spans'];
    const nameless = lines.filter((line) => line.callId === undefined && !elsewhere.includes(line.service));
    expect(nameless).toEqual([]);
  });
});

describe('npm run logs', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'bin/logs.ts'), ...args, '--data', service.data]);

  it('shows the path of a call from the local logs, from the first request to the last delivery', async () => {
    const [call] = collector.spans.filter(({ name }) => name === 'turn');
    const callId = String(call!.attributes['phone_call_agents.call.id']);

    const { stdout } = await run(callId);

    const [title, , first, ...rest] = stdout.trimEnd().split('\n');
    expect(title).toContain(`trace ${callId.replaceAll('-', '')}`);
    expect(first).toMatch(/api\/calls\/create .* ms {2}POST \/v1\/calls\/create$/);
    const last = rest.findLastIndex((line) => line.includes('deliver event_'));
    expect(last).toBeGreaterThan(20);
    expect(rest.slice(last + 1).filter((line) => / {2}(turn|relay|POST)/.test(line))).toEqual([]);
    const times = [first!, ...rest].map((line) => line.slice(0, 24));
    expect(times).toEqual(times.toSorted());
  });

  it('says so if there is no such call, or no such id', async () => {
    await expect(run('0190a1b2-0000-7000-8000-000000000000')).rejects.toMatchObject({
      stderr: expect.stringContaining('No log has a line of the call'),
    });
    await expect(run('no id')).rejects.toMatchObject({ stderr: expect.stringContaining('Usage') });
  });
});

describe('a client’s traceparent', () => {
  const clientTrace = 'c0ffee00c0ffee00c0ffee00c0ffee00';

  async function create(headers: Record<string, string>) {
    const { agent } = await makeAgent(service.api);
    const to_number = '+15550001111';
    const answer = await service.api.send('/v1/calls/create', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        from_number: service.connection.phone_number,
        to_number,
        agent: agent.id,
        scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    });
    expect(answer.status).toBe(200);
    return collector.spanOf(answer.body.id, 'POST /v1/calls/create');
  }

  it('is linked, and can be found in the log', async () => {
    const span = await create({ traceparent: `00-${clientTrace}-00f067aa0ba902b7-01`, baggage: 'a=b' });

    expect(span.links).toEqual([{ traceId: clientTrace, spanId: '00f067aa0ba902b7' }]);
    expect(span.traceId).not.toBe(clientTrace);
    const lines = logLines(service.data).filter((line) => line.clientTraceId === clientTrace);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('does not write into the trace of another call', async () => {
    const { call } = await placeCall(service.connection, service.api, {
      agent: (await makeAgent(service.api)).agent.id,
      callee: { answer: 'busy' },
    });
    const victim = call.id.replaceAll('-', '');

    const span = await create({ traceparent: `00-${victim}-00f067aa0ba902b7-01` });

    expect(span.traceId).not.toBe(victim);
    await collector.spanOf(call.id, 'call');
    const calls = collector.spans
      .filter(({ traceId }) => traceId === victim)
      .map(({ attributes }) => attributes['phone_call_agents.call.id']);
    expect(new Set(calls)).toEqual(new Set([call.id]));
  });

  it.each([
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
    `01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-${'x'.repeat(4000)}`,
    '{"spans":[]}',
  ])('is ignored if it is invalid: %.40s', async (traceparent) => {
    expect((await create({ traceparent })).links).toBeUndefined();
  });
});

describe('an endpoint that fails', () => {
  it('gets the request again, and no call waits for it', async () => {
    collector.status = 503;
    const { agent } = await makeAgent(service.api);

    const { call } = await placeCall(service.connection, service.api, {
      agent: agent.id,
      callee: { answer: 'busy' },
    });
    const { status } = await service.api.finishedCall(call.id);

    expect(status).toBe('error');
    await until('a refusal', () => collector.refused > 0 || { waitingFor: collector.headers.length });
    collector.status = 200;
    expect(collector.headers.at(-1)).toMatchObject({ 'content-type': 'application/json' });
  });

  it('delays no call while it does not answer', async () => {
    const release = collector.hold();
    const { agent } = await makeAgent(service.api);

    const { call } = await placeCall(service.connection, service.api, {
      agent: agent.id,
      callee: { answer: 'busy' },
    });
    const { status } = await service.api.finishedCall(call.id);

    expect(status).toBe('error');
    release();
  });
});
