import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseStartArguments } from '../../local/arguments.ts';
import { requireModelApi } from '../../local/language-model.ts';

/** A port without a listener: ports below 1024 are reserved. */
const NOBODY = 'http://127.0.0.1:9';

describe('the options of the start', () => {
  it.each([
    [['--colour', 'red'], /--colour/],
    [['--port', 'eighty'], /^--port must be a number/],
    [['--port', '65536'], /^--port must be a number from 0 to 65535/],
    [['--data', ''], /^--data must be a folder/],
    [['--llm', 'nowhere'], /^--llm must be an http or https URL/],
    [['--faults', 'many'], /^--faults must be a seed of up to nine digits, and perhaps a rate/],
    [['--clock', 'tomorrow'], /^--clock must be a time such as 2026-12-01T09:00/],
    [['--clock', '2026-13-01T09:00'], /^--clock must be a time/],
    [['--faults', '7:2'], /^--faults must be a seed .+, not "7:2"\.$/],
  ])('say in one line what is wrong with %j', (args, message) => {
    expect(() => parseStartArguments(args)).toThrow(message);
  });
});

it('the server of --llm answers, and as its service does', async () => {
  const server = createServer((_, response) => response.end('Hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  await expect(requireModelApi(NOBODY)).rejects.toThrow(
    `--llm: no answer from an OpenAI-compatible API at ${NOBODY}.`,
  );
  await expect(requireModelApi(other)).rejects.toThrow(
    `--llm: this is not an OpenAI-compatible API at ${other}: it answers 200 without JSON.`,
  );
});
