import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { followCall, type ShownEvent } from '../../../local/call/follow-call.ts';
import { Peer } from '../../support/peer.ts';

const at = '2026-01-01T00:00:00.000Z';
const frame = (event: object) => `id: 0\ndata: ${JSON.stringify({ id: 0, at, ...event })}\n\n`;

async function prepare(answer: (response: ServerResponse) => void) {
  const server = new Peer((_, response) => answer(response));
  onTestFinished(() => server.close());
  const url = new URL(`${await server.listen()}/events`);
  const interruption = new AbortController();
  const events: ShownEvent[] = [];
  const follow = async () => {
    for await (const event of followCall(url, interruption.signal)) events.push(event);
  };
  return { follow, events, interruption };
}

describe('following a call', () => {
  it('returns the shown events, however the stream is split', async () => {
    const stream = Buffer.from(
      [
        frame({ type: 'state', status: 'ringing' }),
        frame({ type: 'frame', direction: 'sent', frame: {} }),
        frame({ type: 'callee', text: 'Grüß Gott', interrupting: false }),
        frame({ type: 'end', status: 'completed' }),
      ].join(''),
    );
    const { follow, events } = await prepare(async (response) => {
      for (const byte of stream) {
        response.write(Buffer.of(byte));
        await setImmediate();
      }
    });

    await follow();

    expect(events.map(({ type }) => type)).toEqual(['state', 'callee', 'end']);
    expect(events[1]).toMatchObject({ text: 'Grüß Gott', at });
  });

  it.each([
    ['ends', (response: ServerResponse) => void response.end(frame({ type: 'state', status: 'ringing' }))],
    ['breaks', (response: ServerResponse) => void response.write(':\n\n', () => response.destroy())],
  ])('reports that the carrier disconnected when the stream %s before the call', async (_, answer) => {
    const { follow } = await prepare(answer);

    await expect(follow()).rejects.toThrow('The simulated carrier closed the connection during the call.');
  });

  it('reports that the carrier does not know the call', async () => {
    const { follow } = await prepare((response) => response.writeHead(404).end());

    await expect(follow()).rejects.toThrow('does not know the call (404');
  });

  it('stops at once when the user interrupts', async () => {
    const { follow, interruption } = await prepare((response) => {
      response.write(frame({ type: 'state', status: 'ringing' }), () => interruption.abort());
    });

    await expect(follow()).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});
