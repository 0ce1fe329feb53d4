import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runNpmCommand } from '#cli/npm-command.ts';
import { startCommand } from '../../local/arguments.ts';
import { requireModelApi } from '../../local/language-model.ts';

/** A port without a listener: ports below 1024 are reserved. */
const NOBODY = 'http://127.0.0.1:9';

it.each([
  [['--colour', 'red'], "unknown option '--colour'"],
  [['--rest'], 'Did you mean --reset?'],
  [['--port', 'eighty'], 'It must be a number from 0 to 65535.'],
  [['--port', '65536'], 'It must be a number from 0 to 65535.'],
  [['--data', ''], 'It must be a folder.'],
  [['--llm', 'nowhere'], 'It must be an http or https URL.'],
  [['--faults', 'many'], 'It must be a seed of up to nine digits, and perhaps a rate'],
  [['--faults', '7:2'], 'perhaps a rate from 0 to 1'],
  [['--clock', 'tomorrow'], 'It must be a time such as 2026-12-01T09:00.'],
  [['--clock', '2026-13-01T09:00'], 'It must be a time'],
])('an npm command says what is wrong with %j', (args, message) => {
  const start = startCommand().configureOutput({ writeErr: () => undefined });

  expect(() => start.parse(args, { from: 'user' })).toThrow(message);
});

it('an npm command says that npm kept an option that stands before the lone --', async () => {
  vi.stubEnv('npm_config_reset', 'true');
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    process.exitCode = 0;
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  await runNpmCommand(startCommand());

  expect(errors).toHaveBeenCalledWith(expect.stringContaining('as in npm start -- --reset.'));
  expect(process.exitCode).toBe(2);
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
