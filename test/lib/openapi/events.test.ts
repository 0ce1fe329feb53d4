import { describe, expect, it } from 'vitest';
import { sampleEvents } from '../../../lambdas/deliveries/model/sample-events.ts';
import { prepareDelivery } from '../../../lambdas/deliveries/send-event.ts';
import { type Event, isPublic } from '../../../lambdas/events/model/events.ts';
import {
  eventOfTurn,
  eventsOfCall,
  eventsOfRecording,
} from '../../../lambdas/events/model/events-of-change.ts';
import { eventKind } from '../../../lambdas/webhooks/model/webhook.ts';
import { eventSchemas } from '../../../lib/openapi/event-webhooks.ts';
import { AGENT, at, CALL, knownCall, USER } from '../../support/records.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';

const time = (seconds: number) => at(seconds).toISOString();
const messages = [{ sender: 'agent' as const, text: 'Hello.', timestamp: time(6) }];
const answered = knownCall({ status: 'in_progress', start_time: time(5) });
const ended = knownCall({ ...answered, status: 'ended', end_time: time(65), messages });
const failed = knownCall({ status: 'error', end_time: time(9), error_message: 'The callee was busy.' });
const owner = { call_id: CALL, user_id: USER, webhook_id: AGENT };
const turn = {
  ...owner,
  number: 1,
  sender: 'human' as const,
  text: 'Hello.',
  timestamp: time(7),
};
const events = (
  [
    ...eventsOfCall(knownCall(), answered),
    ...eventsOfCall(answered, ended),
    ...eventsOfCall(answered, {
      ...ended,
      status: 'error',
      stage_outcome: 'bot_disconnected',
      error_message: 'It broke.',
    }),
    ...eventsOfCall(knownCall(), failed),
    ...eventsOfCall(answered, { ...answered, human_detection_result: 'human', human_detected_at: time(8) }),
    ...eventsOfCall(ended, {
      ...ended,
      analysis: {
        run: 1,
        at: time(70),
        status: 'done',
        summary: { value: null, reason: 'not_said', quotations: [] },
      },
    }),
    ...eventsOfRecording(ended, { ...ended, recording_kept_at: time(70) }, 'https://api.example.com/live'),
    eventOfTurn({ ...turn, campaign_id: CALL }),
    eventOfTurn({
      ...owner,
      number: 2,
      timestamp: time(8),
      action: { action_id: AGENT, type: 'action_dtmf', input: { digits: '1' }, output: {} },
    }),
    // Those of campaigns have no call.
    ...sampleEvents(
      { id: CALL, type: 'delivery_request', user_id: USER, webhook_id: AGENT, timestamp: time(9) },
      eventKind.options.filter((kind) => kind.startsWith('event_campaign_')),
    ),
  ] satisfies Event[]
).filter(isPublic);

describe('the schemas of events', () => {
  it.each(events)('describe the delivered body: $type', (event) => {
    const { body } = prepareDelivery(event, webhook, { now: at(70), apiUrl: 'https://api.example.com' });

    expect(eventSchemas[event.type]?.safeParse(JSON.parse(body ?? ''))).toMatchObject({ success: true });
  });

  it('cover exactly the kinds that are sent and subscribed to', () => {
    const described = Object.keys(eventSchemas);

    expect(eventKind.options).toEqual(expect.arrayContaining(described));
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(described));
  });
});

const webhook = storedWebhook();
