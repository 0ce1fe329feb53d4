import { describe, expect, it } from 'vitest';
import { runSyntheticCall, type SyntheticRun } from '../../../lambdas/synthetic-call/run-synthetic-call.ts';
import { Refused, type ShownCall } from '../../../lambdas/synthetic-call/service-api.ts';

const TRANSCRIPT = 'AGENT: Hello?\nHUMAN: The test line is working!\nAGENT: Thank you.';

const AT = Date.UTC(2026, 0, 1, 12);

/** How the service behaves; times in seconds after the creation of the call. */
interface Service {
  readonly calls?: { readonly count: number; readonly isOneOpen: boolean };
  readonly agent?: string | undefined;
  readonly refuses?: boolean;
  readonly answered?: number;
  readonly over?: number;
  readonly status?: 'ended' | 'error';
  readonly transcript?: string;
  /** After its end. */
  readonly delivered?: number;
  /** Seconds after which the API fails. */
  readonly down?: number;
}

async function run(service: Service) {
  const {
    calls = { count: 0, isOneOpen: false },
    answered = 3,
    status = 'ended',
    transcript = TRANSCRIPT,
  } = service;
  const { refuses = false, delivered = 2, down = Number.POSITIVE_INFINITY } = service;
  let passed = 0;
  let over = service.over ?? 12;
  const asked: string[] = [];
  const isOver = () => passed >= over;
  const up = (what: string) => {
    asked.push(what);
    if (passed >= down) throw new Refused('/v1/calls', 500);
  };
  const call = (): ShownCall => ({
    id: 'call',
    status: isOver() ? status : passed >= answered ? 'in_progress' : 'not_started',
    ...(passed >= answered && { start_time: 'then' }),
    ...(isOver() && passed >= answered && { transcript }),
    ...(isOver() && status === 'error' && { error_message: 'busy' }),
  });
  const api: SyntheticRun['api'] = {
    agent: async () => ('agent' in service ? service.agent : 'an agent'),
    number: async () => '+15550002222',
    callsSince: async (time) => {
      expect(time).toEqual(new Date(Date.UTC(2026, 0, 1)));
      return calls;
    },
    createCall: async (given, key) => {
      up('create');
      if (refuses) throw new Refused('/v1/calls/create', 403);
      expect(given).toEqual({ from_number: '+15550002222', to_number: '+15550001111', agent: 'an agent' });
      expect(key).toBe('key');
      return call();
    },
    getCall: async () => {
      up('get');
      return call();
    },
    endCall: async () => {
      up('end');
      over = Math.min(over, passed);
    },
    isTranscriptDelivered: async () => passed >= over + delivered,
  };
  const result = await runSyntheticCall({
    api,
    settings: { to: '+15550001111', hears: 'test line', mostADay: 10 },
    key: 'key',
    now: () => new Date(AT + passed * 1000),
    wait: async (ms) => {
      passed += ms / 1000;
    },
  });
  return { result, asked, ended: asked.includes('end'), seconds: passed };
}

describe('a synthetic call', () => {
  it('passes if it was answered, both sides spoke, it ended, and its transcript was delivered', async () => {
    const { result, ended } = await run({});

    expect(result).toEqual({ outcome: 'passed', callId: 'call', seconds: 14 });
    expect(ended).toBe(false);
  });

  it('ends a call that is still in progress, and passes', async () => {
    const { result, ended } = await run({ over: 3600 });

    expect(result.outcome).toBe('passed');
    expect(ended).toBe(true);
  });

  it.each<[string, Service, object]>([
    [
      'is refused',
      { refuses: true },
      { outcome: 'not_placed', reason: '/v1/calls/create was answered with 403' },
    ],
    ['has no agent', { agent: undefined }, { outcome: 'not_placed' }],
    ['is busy', { answered: 999, over: 5, status: 'error' }, { outcome: 'not_answered', reason: 'busy' }],
    ['rings on', { answered: 999, over: 999 }, { outcome: 'not_answered' }],
    ['lacks what was said', { transcript: 'AGENT: Hello?' }, { outcome: 'wrong_transcript' }],
    ['has no answer to it', { transcript: 'HUMAN: the test line' }, { outcome: 'wrong_transcript' }],
    ['is not delivered', { delivered: 999 }, { outcome: 'webhook_missing' }],
    ['cannot be followed', { down: 4 }, { outcome: 'not_over', reason: '/v1/calls was answered with 500' }],
  ])('fails when it %s', async (_, service, result) => {
    expect((await run(service)).result).toMatchObject(result);
  });

  it.each<[string, Service]>([
    ['rings on', { answered: 999, over: 999 }],
    ['talks on', { over: 999 }],
    ['cannot be followed', { down: 4, over: 999 }],
  ])('is ended by the run if it %s', async (_, service) => {
    expect((await run(service)).ended).toBe(true);
  });

  it.each<[Service]>([
    [{ answered: 999, over: 999 }],
    [{ over: 999 }],
    [{ delivered: 999 }],
  ])('is judged within a minute: %j', async (service) => {
    expect((await run(service)).seconds).toBeLessThanOrEqual(60);
  });

  it.each<[string, Service]>([
    ['another is not over', { calls: { count: 1, isOneOpen: true } }],
    ['there were enough today', { calls: { count: 10, isOneOpen: false } }],
  ])('is not placed while %s', async (_, service) => {
    const { result, asked } = await run(service);

    expect(result.outcome).toBe('skipped');
    expect(asked).toEqual([]);
  });
});
