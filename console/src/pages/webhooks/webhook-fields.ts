import type { Schema } from '../../api/client.ts';
import type { Fields } from '../../form/field.ts';
import { words } from '../../parts/values.tsx';

/** The kinds of event. */
export const KINDS = [
  'event_message',
  'event_action',
  'event_phone_call_connected',
  'event_phone_call_ended',
  'event_phone_call_did_not_connect',
  'event_transcript',
  'event_recording',
  'event_human_detection',
  'event_analysis',
  'event_campaign_started',
  'event_campaign_paused',
  'event_campaign_resumed',
  'event_campaign_finished',
  'event_campaign_cancelled',
] as const satisfies readonly Schema<'EventKind'>[];

/** The fields of a webhook. */
export const WEBHOOK_FIELDS: Fields = {
  subscriptions: {
    kind: 'choices',
    label: 'Events',
    required: true,
    options: Object.fromEntries(KINDS.map((kind) => [kind, words(kind)])),
  },
  url: {
    label: 'URL',
    help: 'A public http or https address, without credentials.',
    required: true,
  },
  method: {
    label: 'Method',
    help: 'How events are delivered: as the JSON body of a POST, or in the query of a GET.',
    options: { POST: 'POST', GET: 'GET' },
    isSegmented: true,
  },
  all_calls: {
    kind: 'boolean',
    label: 'All calls',
    help: 'Otherwise only calls whose agent refers to the webhook.',
  },
};
