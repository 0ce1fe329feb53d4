import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { tellCarrier } from '../../support/numbers.ts';
import { getJson } from '../../support/service/api.ts';
import { newUser } from '../../support/service/new-user.ts';

const connection = inject('connection');
const ROOT = join(import.meta.dirname, '..', '..', '..');

it('the command points a user’s numbers to the service again, and reports each of them', async () => {
  const api = await newUser(connection);
  const { number, user_id } = await api.created('/v1/numbers/buy', {});
  const atCarrier = async () => {
    const numbers = await getJson(`${connection.carrier_url}/simulator/numbers`);
    return numbers.find(({ phone_number }: { phone_number: string }) => phone_number === number);
  };
  const { voice_url, voice_fallback_url, status_callback } = await atCarrier();
  await tellCarrier(connection, `numbers/${encodeURIComponent(number)}`, {
    voice_url: 'https://former.example/live/telephony/numbers/a/b/c/incoming',
  });
  const command = async (...flags: string[]) => {
    const to = ['--url', connection.base_url, '--user', user_id, '--telephony', connection.carrier_url];
    const args = [...to, '--endpoint', connection.aws_endpoint_url, ...flags];
    const file = join(ROOT, 'bin', 'point-numbers.ts');
    return (await promisify(execFile)(process.execPath, [file, ...args], { cwd: ROOT })).stdout;
  };

  const told = [await command('--dry-run'), await command(), await command()];

  expect(told[0]).toContain(`${number}  would be pointed here; it pointed to https://former.example/live`);
  expect(told[1]).toContain('1 pointed, 0 already right, 0 failed');
  expect(told[2]).toContain('0 pointed, 1 already right, 0 failed');
  expect(await atCarrier()).toMatchObject({ voice_url, voice_fallback_url, status_callback });
});
