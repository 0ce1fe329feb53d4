import { describe, expect, it } from 'vitest';
import type { StoredCall } from '../../../../lambdas/domain/calls/call.ts';
import { asksForDetection, judgeAnsweredBy } from '../../../../lambdas/domain/calls/machine-detection.ts';
import type { EventKind } from '../../../../lambdas/domain/records/webhook.ts';
import { knownCall } from '../records.ts';

describe('judgeAnsweredBy', () => {
  it.each([
    ['human', 'human'],
    ['machine_start', 'no_human'],
    ['machine_end_beep', 'no_human'],
    ['fax', 'no_human'],
    ['unknown', undefined],
    [undefined, undefined],
  ])('takes %s for %s', (answeredBy, result) => {
    expect(judgeAnsweredBy(answeredBy)).toBe(result);
  });
});

describe('asksForDetection', () => {
  it.each<[StoredCall['on_no_human_answer'], EventKind[], boolean]>([
    ['continue', [], false],
    ['continue', ['event_message'], false],
    ['continue', ['event_human_detection'], true],
    ['hangup', [], true],
  ])('of a call that is to %s, told of %j: %s', (on_no_human_answer, subscriptions, asks) => {
    const call = knownCall({ on_no_human_answer });
    const webhook = call.agent.webhook && { ...call.agent.webhook, subscriptions };

    expect(asksForDetection({ ...call, agent: { ...call.agent, webhook } })).toBe(asks);
  });
});
