import { expect, it } from 'vitest';
import { CommandError } from '../../../../local/call/clients/command-error.ts';
import { followService } from '../../../../local/watch/follow-service.ts';

const figures = { now: 0, minutes: 5, openConnections: 0, alarms: [], metrics: [] };

/** Follows a service that gives these answers, one after the other. */
function follow(answers: readonly (typeof figures | Error)[], once = false) {
  const shown: number[] = [];
  const rest = [...answers];
  const signal = new AbortController();
  const ask = async () => {
    const answer = rest.shift();
    if (answer === undefined) signal.abort();
    if (answer instanceof Error) throw answer;
    return answer ?? figures;
  };
  const screen = { show: () => void shown.push(shown.length) };
  const done = followService({ ask, screen, refreshMs: 1, once, signal: signal.signal });
  return { done, shown };
}

it('shows the figures until its user ends it', async () => {
  const { done, shown } = follow([figures, figures]);

  await expect(done).rejects.toThrow('aborted');
  expect(shown).toHaveLength(3);
});

it('shows them once on request', async () => {
  const { done, shown } = follow([figures, figures], true);

  await done;
  expect(shown).toHaveLength(1);
});

it('says that the service has stopped', async () => {
  const { done, shown } = follow([figures, new CommandError('No service answers at …')]);

  await expect(done).rejects.toThrow(new CommandError('The service has stopped.'));
  expect(shown).toHaveLength(1);
});

it('reports why the service does not answer at first, and its own faults', async () => {
  await expect(follow([new CommandError('No service answers at …')]).done).rejects.toThrow('No service');
  await expect(follow([figures, new TypeError('a fault')]).done).rejects.toThrow(new TypeError('a fault'));
});
