import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { relayFaults } from '../../src/carrier/callees/relay-faults.ts';
import { converse, echo, named, prepare, withRelay } from './prepare.ts';

const RECONNECTS = 'applicationReconnect="true"';
it('connects again with the same setup, replays what was said meanwhile, and greets once', async () => {
  const { application, details, heard, action } = await converse(
    `${RECONNECTS} welcomeGreeting="Good morning to you all."`,
    [{ drop: { reconnect_after_ms: 100 }, after_words: 2 }, { say: 'One' }, { wait_ms: 150 }, { say: 'Two' }],
  );

  const setups = application.frames.filter(({ type }) => type === 'setup');
  expect(heard).toEqual(['setup', 'setup', 'One', 'Two']);
  expect(setups[1]).toEqual(setups[0]);
  expect(application.handshakes).toEqual([true, true]);
  expect(details.transcript.map(({ text }) => text)).toEqual([
    'Good morning to you all.',
    'One',
    'You said: One',
    'Two',
    'You said: Two',
  ]);
  expect(action).toMatchObject({ SessionStatus: 'completed' });
  expect(details.events.filter((event) => JSON.stringify(event).includes('connects again'))).toHaveLength(1);
});

it.each<[string, (socket: WebSocket) => void]>([
  ['is gone', (socket) => socket.terminate()],
  ['closes', (socket) => socket.close(1001)],
  // An error, and then the end.
  ['breaks the protocol', (socket) => Reflect.get(socket, '_socket').end('no frame')],
])('connects again when the application %s, with the words that may not have arrived', async (_, end) => {
  let isDropped = false;
  const { heard, details } = await converse(RECONNECTS, [{ say: 'Hello' }], (frame, send, socket) => {
    if (frame.type !== 'prompt' || isDropped) return echo(frame, send);
    isDropped = true;
    end(socket);
  });

  expect(heard).toEqual(['setup', 'Hello', 'setup', 'Hello']);
  expect(details.transcript.at(-1)?.text).toBe('You said: Hello');
});

it.each([
  [{ resend_last: 0 }, ['C']],
  [{ resend_last: 2 }, ['A', 'B', 'C']],
  [{ resend_last: 2, reorder: true }, ['B', 'A', 'C']],
  [{ resend_last: 3 }, ['A', 'B', 'C']],
])('replays events as requested: %j', async (drop, replayed) => {
  const script = [
    { say: 'A' },
    { say: 'B' },
    { drop: { reconnect_after_ms: 50, ...drop } },
    { announce: 'C' },
  ];

  const { heard } = await converse(RECONNECTS, [...script, { wait_ms: 200 }]);

  expect(heard).toEqual(['setup', 'A', 'B', 'setup', ...replayed]);
});

it('keeps 500 events while there is no connection', async () => {
  // Each is three events: it begins, it ends, and its words.
  const words = Array.from({ length: 200 }, (_, index) => ({ announce: String(index) }));
  const script = [{ drop: { reconnect_after_ms: 400 } }, ...words, { wait_ms: 500 }];

  const { application } = await converse(`${RECONNECTS} events="speaker-events"`, script, () => {});

  expect(application.frames).toHaveLength(2 + 500);
  expect(application.frames.findLast(({ type }) => type === 'prompt')?.voicePrompt).toBe('165');
});

it('has two connections at once, and does not read the lost one', async () => {
  const sockets = new Set<WebSocket>();
  let isOldOpen = false;
  const { details } = await converse(
    RECONNECTS,
    [{ drop: { reconnect_after_ms: 0, close_after_ms: 200 } }, { wait_ms: 50 }, { say: 'Hello' }],
    (frame, send, socket) => {
      sockets.add(socket);
      const [old] = sockets;
      if (frame.type !== 'prompt') return;
      isOldOpen = old !== socket && old?.readyState === 1;
      old?.send(JSON.stringify({ type: 'text', token: 'Lost.', last: true }));
      echo(frame, send);
    },
  );

  expect(isOldOpen).toBe(true);
  expect(details.transcript.map(({ text }) => text)).toEqual(['Hello', 'You said: Hello']);
});

it('fails as without a reconnection when it gives up', async () => {
  const script = [{ drop: { reconnect_after_ms: null } }, { wait_ms: 1_000 }];

  const { action, heard } = await converse(RECONNECTS, script);

  expect(action).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
  expect(heard).toEqual(['setup']);
});

it('loses the socket at a control request, once until it is connected again', async () => {
  const { client, application } = await prepare(withRelay(RECONNECTS));
  await client.setCallee({ script: [], interactive: true });
  const sid = await client.place(application);
  const drop = async (body: object) => (await client.control('POST', `calls/${sid}/drop`, body)).status;
  await expect.poll(() => application.frames.length).toBe(1);

  const answers = [await drop({ reconnect_after_ms: 100 }), await drop({}), await drop({ nonsense: 1 })];

  expect(answers).toEqual([200, 409, 422]);
  await expect.poll(() => named(application.frames)).toEqual(['setup', 'setup']);
});

describe('connections that are lost by a seed', () => {
  const drops = (seed: number, share = 0.1) => {
    const next = relayFaults({ seed, share });
    return Array.from({ length: 1_000 }, next);
  };

  it('are lost after the same events, and after the share of them', () => {
    expect(drops(1)).toEqual(drops(1));
    expect(drops(1)).not.toEqual(drops(2));
    expect(drops(1).filter((drop) => drop !== undefined).length).toBeGreaterThan(70);
    expect(drops(1, 0)).toEqual(drops(2, 0));
  });

  it('lose no event', async () => {
    const said = Array.from({ length: 20 }, (_, index) => `Word ${index}`);
    const { client, application } = await prepare({ ...withRelay(RECONNECTS), onFrame: () => {} });
    await client.setCallee({
      script: [...said.map((announce) => ({ announce })), { wait_ms: 3_000 }],
      faults: { seed: 4, share: 0.1 },
    });

    const sid = await client.place(application);

    await expect
      .poll(() => [...new Set(named(application.frames))].sort(), { timeout: 10_000 })
      .toEqual([...said, 'setup'].sort());
    expect(application.handshakes.length).toBeGreaterThan(1);
    await client.post(`${client.callsUrl}/${sid}.json`, { Status: 'completed' });
  });
});
