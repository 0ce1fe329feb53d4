/** The filters of lists of deliveries. */
const PARAMETERS = {
  webhook: 'Only deliveries to this webhook.',
  call: 'Only deliveries of events of this call.',
  type: 'Only deliveries of events of this kind.',
  status: 'Only deliveries with this status.',
  from: 'Only events of then or later: ISO 8601 with an offset.',
  until: 'Only events of then or earlier: ISO 8601 with an offset.',
  size: 'The maximum number of deliveries to return; 50 by default.',
  cursor:
    'The position to continue at: the cursor from the header `Link` of the page before. With filters, a page may have few deliveries or none although others follow: there are more while the answer has a `rel="next"`. Changes of the last moments may be missing.',
};

const parametersOf = (query: string) =>
  Object.fromEntries(Object.entries(PARAMETERS).map(([name, text]) => [`${query}.${name}`, text]));

/** Descriptions of webhooks and deliveries. */
export const webhookDescriptions = {
  Webhook: 'A destination of call events, with the secret that signs them.',
  WebhookInput: 'A new webhook.',
  EmbeddedWebhook: 'The webhook inside another record: without its secret.',
  WebhookUpdateInput: 'The fields of the webhook to change; a missing one stays unchanged.',
  'Webhook.subscriptions': 'The kinds of event to deliver; an empty list for none.',
  'Webhook.url':
    'The URL that receives events: http or https without credentials, at port 80, 443 or from 1024 up; it must lead to a public address.',
  'Webhook.method': 'How events are delivered: as the JSON body of a POST, or in the query of a GET.',
  'Webhook.all_calls': 'Whether it subscribes to all your calls, not only to those whose agent refers to it.',
  'Webhook.enabled':
    'Whether events are delivered. Events while it is disabled become failed deliveries, which you can replay. An update with true enables it again.',
  'Webhook.disabled_at': 'When it was disabled: ISO 8601, UTC; null while it is enabled.',
  'Webhook.disabled_reason':
    'Why it is disabled: by you (owner), because its receiver answered 410 (gone), or because every delivery failed for days (failing); null while it is enabled.',
  'Webhook.secret':
    'The secret that signs deliveries by Standard Webhooks: `whsec_` and 32 random bytes in base64. Visible only to you.',
  'Webhook.previous_secrets': 'Replaced secrets that still sign deliveries: at most four.',
  'Webhook.previous_secrets.secret': 'A replaced secret.',
  'Webhook.previous_secrets.valid_until':
    'Until when it signs: ISO 8601, UTC, 24 hours after it was replaced.',

  Delivery: 'An event for a webhook, with every attempt to deliver it. It is kept for 30 days.',
  ListedDelivery: 'An event for a webhook.',
  GetDeliveryResponse: 'The delivery with every attempt; without an `id`, a page of deliveries.',
  'Delivery.webhook_id': 'The webhook that the event is delivered to: a UUID.',
  'Delivery.event_id': 'The event: a UUID, the `id` in the body and the header `webhook-id` of each attempt.',
  'Delivery.type': 'The kind of event.',
  'Delivery.call_id': 'The call of the event; the call of a sample does not exist.',
  'Delivery.timestamp': 'When the event happened: ISO 8601, UTC.',
  'Delivery.sequence': 'The event’s sequence number in its call.',
  'Delivery.test': 'Whether it is a sample.',
  'Delivery.failure_reason':
    'Why it was given up: after the last attempt of the schedule, because the webhook was disabled or deleted, or because the call was deleted; null if it was not.',
  'Delivery.created_at': 'When the delivery was created: ISO 8601, UTC.',
  'Delivery.attempt_count': 'The number of attempts.',
  'Delivery.last_attempt_at': 'When the last attempt was made: ISO 8601, UTC; null if there was none.',
  'Delivery.next_attempt_at': 'When the next attempt is due: ISO 8601, UTC; null if there is none.',
  'Delivery.status':
    '`pending`: attempts follow; `delivered`: a receiver accepted it; `failed`: it was given up.',
  'Delivery.payload': 'The payload of the event; null after its call was deleted.',
  'Delivery.attempts': 'The attempts, oldest first.',
  DeliveryAttempt: 'A request to the webhook’s URL.',
  DeliveryStatus: 'The status of a delivery.',
  FailureReason: 'Why a delivery was given up.',
  EventKind: 'A kind of event.',
  DisabledReason: 'Why a webhook is disabled.',
  'DeliveryAttempt.at': 'When it was sent: ISO 8601, UTC.',
  'DeliveryAttempt.duration_ms': 'How long it took, in milliseconds.',
  'DeliveryAttempt.status':
    'The HTTP status of the answer; only 2xx is a success. Null if there was no answer.',
  'DeliveryAttempt.error': 'Why there was no answer; null if there was one.',
  'DeliveryAttempt.response': 'The beginning of the answer’s body, up to 4 KB; null if there was no answer.',

  ReplayWebhookBody: 'The events to deliver again.',
  ReplayWebhookResponse: 'The replay; its deliveries begin within moments.',
  'ReplayWebhookBody.from': 'Events of then or later: ISO 8601 with an offset.',
  'ReplayWebhookBody.until': 'Events of then or earlier: ISO 8601 with an offset; by default, up to now.',
  'ReplayWebhookBody.status':
    'Only events whose delivery has this status, such as `failed`; by default all, including delivered ones.',
  'ReplayWebhookResponse.id': 'Identifier of the request: a UUID.',
  'ReplayWebhookResponse.webhook_id': 'The webhook: a UUID.',
  'ReplayWebhookResponse.from': 'Events from then on: ISO 8601, UTC.',
  'ReplayWebhookResponse.until': 'Events until then: ISO 8601, UTC.',
  'ReplayWebhookResponse.status': 'Only events whose delivery has this status; null for all.',

  ...parametersOf('ListDeliveriesQuery'),
  ...parametersOf('GetDeliveryQuery'),
  'GetDeliveryQuery.id': 'The delivery: a UUID; without it, deliveries are listed.',
};
