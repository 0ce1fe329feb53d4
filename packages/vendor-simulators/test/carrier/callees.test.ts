import { expect, it } from 'vitest';
import { callee } from './client.ts';
import { prepare } from './prepare.ts';

const another = '+15550100300';

it('gives a callee to one call, and the others whom that call may reach while it lasts', async () => {
  const { client, application } = await prepare();
  const next = `callees/${encodeURIComponent(callee)}/next`;
  const bind = async (behaviour: unknown) =>
    ((await (await client.control('POST', next, behaviour)).json()) as { id: string | null }).id;
  const place = (To = callee) => client.place(application, { To });
  const statusOf = async (sid: string) => (await client.finished(sid)).status;
  for (const number of [callee, another])
    await client.control('PUT', `callees/${encodeURIComponent(number)}`, {
      answer: 'no-answer',
      ring_ms: 0,
    });

  const isBound = await bind({ interactive: true, script: [], others: { [another]: { answer: 'failed' } } });
  const isTaken = await bind({ answer: 'busy' });
  const first = await place();
  const reached = await statusOf(await place(another));
  const released = await bind({ answer: 'busy' });
  await client.control('DELETE', `${next}/${released}`);
  const usual = await statusOf(await place());
  await client.control('POST', `calls/${first}/say`, { hang_up: true });
  await client.finished(first);

  expect(isBound).toEqual(expect.any(String));
  expect(isTaken).toBeNull();
  expect([reached, usual]).toEqual(['failed', 'no-answer']);
  expect(await statusOf(await place(another))).toBe('no-answer');
});
