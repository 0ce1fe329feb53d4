import { v5 } from 'uuid';
import type { EventPayload, PublicEvent } from '../../events/model/events.ts';
import type { EventKind } from '../../webhooks/model/webhook.ts';
import type { DeliveryRequest } from './requested-deliveries.ts';

const MESSAGE = {
  sender: 'human',
  text: 'This is a sample.',
  timestamp: '2026-01-01T12:00:00.000Z',
} as const;

const AGENT = '00000000-0000-4000-8000-000000000002';

const SAMPLES: { readonly [Kind in EventKind]: EventPayload<Kind> } = {
  event_phone_call_connected: { to_number: '+15551230002', from_number: '+15551230001' },
  event_human_detection: { result: 'human' },
  event_message: MESSAGE,
  event_action: {
    action_id: '00000000-0000-4000-8000-000000000001',
    type: 'action_dtmf',
    input: { digits: '1' },
    output: {},
  },
  event_phone_call_ended: { duration_seconds: 60, stage_outcome: 'human_disconnected' },
  event_phone_call_did_not_connect: { telephony_status: 'busy' },
  event_transcript: { transcript: 'HUMAN: This is a sample.', messages: [MESSAGE] },
  event_analysis: {
    analysis: {
      run: 1,
      at: '2026-01-01T12:02:00.000Z',
      status: 'done',
      summary: {
        value: 'The human tested whether samples arrive.',
        quotations: [{ message: 1, sender: 'human', text: 'This is a sample' }],
      },
    },
  },
  event_campaign_started: { agent: AGENT },
  event_campaign_paused: { agent: AGENT, reason: 'budget' },
  event_campaign_resumed: { agent: AGENT },
  event_campaign_finished: {
    ...{ agent: AGENT, recipients: 3, done: 3, dialed: 4, reached: 2, abandoned: 0, cost: 0.42 },
    results: { reached: 2, busy: 2 },
  },
  event_campaign_cancelled: { agent: AGENT },
  event_recording: { recording_url: 'https://example.com/recording.mp3' },
};

/** Sample events for a webhook under test; their call or campaign does not exist. The same request yields the same events. */
export function sampleEvents(
  { id, user_id, webhook_id, timestamp }: Omit<DeliveryRequest, 'asked'>,
  kinds: readonly EventKind[],
): PublicEvent[] {
  const sequenceOf = (kind: EventKind) => Object.keys(SAMPLES).indexOf(kind) + 1;
  return kinds.map((type) => ({
    id: v5(type, id),
    type,
    user_id,
    ...(type.startsWith('event_campaign_') ? { campaign_id: id } : { call_id: id }),
    webhook_id,
    timestamp,
    sequence: sequenceOf(type),
    payload: SAMPLES[type],
  }));
}
