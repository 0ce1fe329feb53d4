const PARAMETERS = {
  webhook: 'Only deliveries to this webhook.',
  call: 'Only deliveries of events of this call.',
  type: 'Only deliveries of events of this kind.',
  status: 'Only deliveries with this status.',
  from: 'Only events at or after this time: ISO 8601 with an offset.',
  until: 'Only events at or before this time: ISO 8601 with an offset.',
  size: 'The maximum number of deliveries to return; 50 by default.',
  cursor:
    'Where to continue: the cursor from the header `Link` of the page before. With filters, a page may have few deliveries or none although more follow. Continue while the answer has a link `rel="next"`. Changes of the last seconds may be missing.',
};

const parametersOf = (query: string) =>
  Object.fromEntries(Object.entries(PARAMETERS).map(([name, text]) => [`${query}.${name}`, text]));

export const webhookDescriptions = {
  Webhook: 'A destination of call events, with the secret that signs them.',
  WebhookInput: 'A new webhook.',
  EmbeddedWebhook: 'The webhook inside another record, without its secret.',
  WebhookUpdateInput: 'The fields of the webhook to change; a field that you leave out stays unchanged.',
  'Webhook.subscriptions': 'The kinds of event to deliver; an empty list for none.',
  'Webhook.url':
    'The URL that receives events: http or https, without credentials, at port 80, 443 or from 1024 up. It must lead to a public address.',
  'Webhook.method': 'How events are delivered: as the JSON body of a POST, or in the query of a GET.',
  'Webhook.all_calls':
    'Whether the webhook gets the events of all your calls, or only of calls whose agent refers to it.',
  'Webhook.enabled':
    'Whether events are delivered. An event while the webhook is disabled becomes a failed delivery, which you can replay. To enable the webhook again, update this to true.',
  'Webhook.disabled_at': 'When it was disabled: ISO 8601, UTC; null while it is enabled.',
  'Webhook.disabled_reason':
    'Why it is disabled; null while it is enabled. owner: you disabled it. gone: its receiver answered 410. failing: every delivery failed for days.',
  'Webhook.secret':
    'The secret that signs deliveries, in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. Visible only to you.',
  'Webhook.previous_secrets': 'Replaced secrets that still sign deliveries: at most four.',
  'Webhook.previous_secrets.secret': 'A replaced secret.',
  'Webhook.previous_secrets.valid_until':
    'When it stops signing: ISO 8601, UTC, 24 hours after it was replaced.',

  Delivery: 'An event for a webhook, with every attempt to deliver it. A delivery is kept for 30 days.',
  ListedDelivery: 'An event for a webhook.',
  GetDeliveryResult: 'The delivery with every attempt; without an `id`, a page of deliveries.',
  'Delivery.webhook_id': 'The webhook that the event is delivered to: a UUID.',
  'Delivery.event_id':
    'The event: a UUID. Each attempt has it as the `id` in the body and as the header `webhook-id`.',
  'Delivery.type': 'The kind of event.',
  'Delivery.call_id': 'The call of the event. The call of a sample does not exist.',
  'Delivery.timestamp': 'When the event happened: ISO 8601, UTC.',
  'Delivery.sequence': 'The event’s sequence number in its call.',
  'Delivery.test': 'Whether it is a sample.',
  'Delivery.failure_reason':
    'Why the service gave the delivery up; null if it did not. The last attempt of the schedule failed, the webhook was disabled or deleted, or the call was deleted.',
  'Delivery.created_at': 'When the delivery was created: ISO 8601, UTC.',
  'Delivery.attempt_count': 'The number of attempts.',
  'Delivery.last_attempt_at': 'When the last attempt was made: ISO 8601, UTC; null if there was none.',
  'Delivery.last_status':
    'The HTTP status of the last attempt; null if there was no attempt, or no answer to it.',
  'Delivery.last_duration_ms': 'Milliseconds that the last attempt took; null if there was none.',
  'Delivery.next_attempt_at': 'When the next attempt is due: ISO 8601, UTC; null if there is none.',
  'Delivery.status':
    '`pending`: attempts follow. `delivered`: the receiver accepted it. `failed`: the service gave up.',
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
  ReplayWebhookResult: 'The replay. Its deliveries begin within seconds.',
  'ReplayWebhookBody.from': 'Events at or after this time: ISO 8601 with an offset.',
  'ReplayWebhookBody.until': 'Events at or before this time: ISO 8601 with an offset. The default is now.',
  'ReplayWebhookBody.status':
    'Only events whose delivery has this status, such as `failed`. The default is all, including delivered ones.',
  'ReplayWebhookResult.id': 'Identifier of the request: a UUID.',
  'ReplayWebhookResult.webhook_id': 'The webhook: a UUID.',
  'ReplayWebhookResult.from': 'Events at or after this time: ISO 8601, UTC.',
  'ReplayWebhookResult.until': 'Events at or before this time: ISO 8601, UTC.',
  'ReplayWebhookResult.status': 'Only events whose delivery has this status; null for all.',

  ...parametersOf('ListDeliveriesQuery'),
  ...parametersOf('GetDeliveryQuery'),
  'GetDeliveryQuery.id': 'The delivery: a UUID. Without it, the operation lists deliveries.',
};
