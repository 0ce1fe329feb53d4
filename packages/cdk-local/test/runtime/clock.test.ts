import { expect, it } from 'vitest';
import { arnOf, deploy } from './support/deploy.ts';

it('applies to a function, whose own time-out stays in real time', async () => {
  const code = `const { setTimeout: wait } = require('node:timers/promises');
    exports.handler = async () => { const from = Date.now(); await wait(60_000); return { from, till: Date.now() }; };`;
  const clock = { speed: 100, startedAt: Date.now() - 3_600_000 };
  // Less than the minute that it waits.
  const { functions } = deploy({ waits: code }, { Timeout: 20 }, { clock });

  const result = await functions.invoke(arnOf('waits'), {});

  expect(result).toMatchObject({ ok: true });
  const { from, till } = (result as { payload: { from: number; till: number } }).payload;
  expect(from - clock.startedAt).toBeGreaterThan(99 * 3_600_000);
  expect(till - from).toBeGreaterThanOrEqual(60_000);
});
