import { describe, expect, it } from 'vitest';
import type { StoredCall } from '../../../lambdas/calls/model/call.ts';
import { asksForDetection } from '../../../lambdas/calls/model/machine-detection.ts';
import type { EventKind } from '../../../lambdas/webhooks/model/webhook.ts';
import { knownCall } from '../../support/records.ts';

describe('asksForDetection', () => {
  it.each<[StoredCall['on_no_human_answer'], EventKind[], boolean]>([
    ['continue', [], false],
    ['continue', ['event_message'], false],
    ['continue', ['event_human_detection'], true],
    ['hangup', [], true],
  ])('for a call that is to %s, with the subscriptions %j: %s', (on_no_human_answer, subscriptions, asks) => {
    const call = knownCall({ on_no_human_answer });
    const webhook = call.agent.webhook && { ...call.agent.webhook, subscriptions };

    expect(asksForDetection({ ...call, agent: { ...call.agent, webhook } })).toBe(asks);
  });
});
