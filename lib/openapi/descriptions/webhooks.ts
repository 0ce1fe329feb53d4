/** What lists of deliveries are narrowed to. */
const PARAMETERS = {
  webhook: 'Only deliveries to this webhook.',
  call: 'Only deliveries of events of this call.',
  type: 'Only deliveries of events of this kind.',
  status: 'Only deliveries that stand so.',
  from: 'Only events that happened then or later: ISO 8601 with an offset.',
  until: 'Only events that happened no later: ISO 8601 with an offset.',
  size: 'How many deliveries to give at most; 50 when it is left out.',
  cursor:
    'Where to go on: the cursor from the header `Link` of the page before. A page ends where enough was looked through; with filters it may then have few deliveries or none, though others follow: while there is a `rel="next"`, there is more to look at. What was stored or changed a moment ago may be missing.',
};

const parametersOf = (query: string) =>
  Object.fromEntries(Object.entries(PARAMETERS).map(([name, text]) => [`${query}.${name}`, text]));

/** What the fields of webhooks and deliveries mean. */
export const webhookDescriptions = {
  Webhook: 'Where events of calls are delivered, with the secret that signs them.',
  WebhookInput: 'A webhook to be created.',
  EmbeddedWebhook: 'The webhook as it stands inside another record: without its secret.',
  UpdateWebhookBody: 'The fields of the webhook to change: one that is left out stays as it is.',
  'Webhook.subscriptions': 'The kinds of event that are delivered; none for nothing.',
  'Webhook.url':
    'Where events are delivered: an http or https URL without credentials, at port 80, 443 or from 1024 up, which must lead to a public address.',
  'Webhook.method': 'How events are delivered: as the JSON body of a POST, or in the query of a GET.',
  'Webhook.all_calls':
    'Whether it hears of all your calls, and not only of those whose agent names it as its webhook.',
  'Webhook.enabled':
    'Whether events are delivered. What happens while it is switched off is kept as failed deliveries, which can be replayed. An update with true switches it on again.',
  'Webhook.disabled_at': 'When it was switched off: ISO 8601, UTC; null while it is on.',
  'Webhook.disabled_reason':
    'Why it is switched off: by its owner, because its receiver answered 410 (gone), or because it did nothing but fail for days (failing); null while it is on.',
  'Webhook.secret':
    'What signs the deliveries by Standard Webhooks: `whsec_` and 32 random bytes in base64. Only its owner is shown it.',
  'Webhook.previous_secrets':
    'The secrets before it that sign deliveries, too, until they are no longer valid: at most four.',
  'Webhook.previous_secrets.secret': 'A secret that was replaced.',
  'Webhook.previous_secrets.valid_until':
    'Until when it signs: ISO 8601, UTC, 24 hours after it was replaced.',

  Delivery: 'One event for one webhook, with every attempt to deliver it. It is kept for 30 days.',
  ListedDelivery: 'One event for one webhook.',
  GetDeliveryResponse: 'The delivery with every attempt; a page of deliveries where no `id` was given.',
  'Delivery.webhook_id': 'The webhook that the event is delivered to: a UUID.',
  'Delivery.event_id': 'The event: a UUID, the `id` in the body and the header `webhook-id` of each attempt.',
  'Delivery.type': 'The kind of event.',
  'Delivery.call_id': 'The call that the event is of; of a sample, no call.',
  'Delivery.timestamp': 'When the event happened: ISO 8601, UTC.',
  'Delivery.sequence': 'The event’s place among those of its call.',
  'Delivery.test': 'Whether it is a sample that was asked for.',
  'Delivery.failure_reason':
    'Why it was given up: after the last attempt of the schedule, because the webhook was switched off or deleted, or because the call was deleted; null when it was not.',
  'Delivery.created_at': 'When the delivery was begun: ISO 8601, UTC.',
  'Delivery.attempt_count': 'How many attempts were made.',
  'Delivery.last_attempt_at': 'When the last one was made: ISO 8601, UTC; null when there was none.',
  'Delivery.next_attempt_at': 'When the next one is due: ISO 8601, UTC; null when there is to be none.',
  'Delivery.status': 'Whether it is still being tried (pending), a receiver took it, or it was given up.',
  'Delivery.payload': 'What the event tells; null once its call was deleted.',
  'Delivery.attempts': 'The attempts, oldest first.',
  DeliveryAttempt: 'One request to the webhook’s URL.',
  DeliveryStatus: 'How a delivery stands.',
  FailureReason: 'Why a delivery was given up.',
  EventKind: 'A kind of event.',
  DisabledReason: 'Why a webhook is switched off.',
  'DeliveryAttempt.at': 'When it was sent: ISO 8601, UTC.',
  'DeliveryAttempt.duration_ms': 'How long it took, in milliseconds.',
  'DeliveryAttempt.status':
    'The HTTP status of the answer; only 2xx is a success. Null when there was no answer.',
  'DeliveryAttempt.error': 'Why there was no answer; null when there was one.',
  'DeliveryAttempt.response':
    'The beginning of the answer’s body, up to 4 KB; null when there was no answer.',

  ReplayWebhookBody: 'Which events are to be delivered once more.',
  ReplayWebhookResponse: 'What was asked for; the deliveries begin within moments.',
  'ReplayWebhookBody.from': 'Events that happened then or later: ISO 8601 with an offset.',
  'ReplayWebhookBody.until': 'Events that happened no later: ISO 8601 with an offset; left out, up to now.',
  'ReplayWebhookBody.status':
    'Only those whose delivery stands so, such as `failed`; left out, all of them, delivered ones too.',
  'ReplayWebhookResponse.id': 'Identifier of the request: a UUID.',
  'ReplayWebhookResponse.webhook_id': 'The webhook: a UUID.',
  'ReplayWebhookResponse.from': 'Events from then on: ISO 8601, UTC.',
  'ReplayWebhookResponse.until': 'Events until then: ISO 8601, UTC.',
  'ReplayWebhookResponse.status': 'Only those whose delivery stands so; null for all.',

  ...parametersOf('ListDeliveriesQuery'),
  ...parametersOf('GetDeliveryQuery'),
  'GetDeliveryQuery.id': 'Which delivery: a UUID; left out, deliveries are listed.',
};
