export const words = {
  EventKind: 'A kind of event.',
  Webhook: 'A destination of call events, with the secret that signs them.',
  'Webhook.subscriptions': 'The kinds of event to deliver; an empty list for none.',
  'Webhook.url':
    'The URL that receives events: http or https, without credentials, at port 80, 443 or from 1024 up. It must lead to a public address.',
  'Webhook.method': 'How events are delivered: as the JSON body of a POST, or in the query of a GET.',
  'Webhook.all_calls':
    'Whether the webhook receives the events of all your calls, or only of calls whose agent refers to it.',
  'Webhook.enabled':
    'Whether events are delivered. An event while the webhook is disabled becomes a failed delivery, which you can replay. To enable the webhook again, update this to true.',
  'Webhook.disabled_at': 'When it was disabled; null while it is enabled.',
  'Webhook.disabled_reason':
    'Why it is disabled; null while it is enabled. owner: you disabled it. gone: its receiver responded with 410. failing: every delivery failed for days.',
  'Webhook.secret':
    'The secret that signs deliveries, in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. Visible only to you.',
  'Webhook.previous_secrets': 'Replaced secrets that still sign deliveries: at most four.',
  'Webhook.previous_secrets.secret': 'A replaced secret.',
  'Webhook.previous_secrets.valid_until': 'When it stops signing, 24 hours after it was replaced.',
  WebhookInput: 'A new webhook.',
  EmbeddedWebhook: 'The webhook inside another record, without its secret.',
  WebhookUpdateInput: 'The fields of the webhook to change; a field that you leave out stays unchanged.',
  DisabledReason: 'Why a webhook is disabled.',
  ReplayWebhookBody: 'The events to deliver again.',
  'ReplayWebhookBody.until': 'Events at or before this time. The default is now.',
  'ReplayWebhookBody.status':
    'Only events whose delivery has this status, such as `failed`. The default is all, including delivered ones.',
  ReplayWebhookResult: 'The replay. Its deliveries begin within seconds.',
  'ReplayWebhookResult.id': 'Identifier of the request.',
  'ReplayWebhookResult.webhook_id': 'The webhook.',
  'ReplayWebhookResult.until': 'Events at or before this time.',
  'ReplayWebhookResult.status': 'Only events whose delivery has this status; null for all.',
  'ReplayWebhook.from': 'Events at or after this time.',
};

export const examples = {
  'Webhook.id': '0199a5d0-3c05-7a10-8b20-5f6e7d8c9b05',
  'Webhook.subscriptions': ['event_phone_call_ended', 'event_transcript'],
  'Webhook.url': 'https://example.com/hook',
  'Webhook.method': 'POST',
  'Webhook.secret': 'whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgbG9uZyE=',
  'Webhook.enabled': true,
  'Webhook.previous_secrets': [
    { secret: 'whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXQ=', valid_until: '2026-01-02T12:00:00.000Z' },
  ],
  'ReplayWebhookBody.from': '2026-01-01T00:00:00Z',
  'ReplayWebhookBody.until': '2026-01-02T00:00:00Z',
  'ReplayWebhookBody.status': 'failed',
  'ReplayWebhookResult.id': '0199a5d0-3c0b-7a10-8b20-5f6e7d8c9b0b',
  'ReplayWebhookResult.webhook_id': '0199a5d0-3c05-7a10-8b20-5f6e7d8c9b05',
  'ReplayWebhookResult.from': '2026-01-01T00:00:00.000Z',
  'ReplayWebhookResult.until': '2026-01-02T00:00:00.000Z',
  'ReplayWebhookResult.status': 'failed',
};
