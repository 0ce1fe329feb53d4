import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openQueues } from '../../src/aws/sqs/queues/queues.ts';
import { queue, temporaryDirectory } from '../support/resources.ts';

const work = queue('work');

describe('queues after SIGKILL', () => {
  it.each([
    20, 57, 133,
  ])('keep every acknowledged message, including those in flight, after %i of them', async (count) => {
    const directory = temporaryDirectory();
    const acknowledged = await sendUntilKilled(directory.path, count);

    const queues = await openQueues({ directory: directory.path, resources: [work] });
    const found = await queues.find('work')!.receive(Number.MAX_SAFE_INTEGER);

    const bodies = found.map(({ body }) => Number(body));
    expect(bodies).toEqual(expect.arrayContaining(acknowledged));
    expect(bodies).toEqual([...bodies].sort((a, b) => a - b));
    await queues.close();
    directory.remove();
  });

  it('refuses a folder that another process uses, naming it', async () => {
    const directory = temporaryDirectory();
    const queues = await openQueues({ directory: directory.path, resources: [work] });

    const second = openQueues({ directory: directory.path, resources: [work] });

    await expect(second).rejects.toThrow(
      `The data folder ${directory.path} cannot be used: another process uses it.`,
    );
    await queues.close();
    directory.remove();
  });
});

/** Runs a process that sends messages, and kills it after `count` acknowledged ones. Returns the acknowledged numbers. */
async function sendUntilKilled(directory: string, count: number): Promise<number[]> {
  const script = join(import.meta.dirname, 'support', 'sender-process.ts');
  const child = spawn(process.execPath, [script, directory, JSON.stringify([work])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.split('\n').length > count) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output.split('\n').slice(0, -1).map(Number);
}
