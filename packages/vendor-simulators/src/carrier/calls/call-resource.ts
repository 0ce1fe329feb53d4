import type { Call } from '../state/call.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';

/** A call as the vendor's REST API shows it. */
export function callResource(call: Call): Record<string, unknown> {
  const uri = `/${API_VERSION}/Accounts/${call.account.sid}/Calls/${call.sid}`;
  return {
    sid: call.sid,
    account_sid: call.account.sid,
    parent_call_sid: call.parent?.sid ?? null,
    to: call.request.to,
    to_formatted: call.request.to,
    from: call.request.from,
    from_formatted: call.request.from,
    phone_number_sid: null,
    status: call.status,
    direction: call.direction,
    duration: call.endedAt ? String(call.durationSeconds) : null,
    date_created: rfc2822(call.createdAt),
    date_updated: rfc2822(call.endedAt ?? call.answeredAt ?? call.startedAt ?? call.createdAt),
    start_time: call.startedAt ? rfc2822(call.startedAt) : null,
    end_time: call.endedAt ? rfc2822(call.endedAt) : null,
    answered_by: call.verdict?.AnsweredBy ?? null,
    api_version: API_VERSION,
    annotation: null,
    caller_name: null,
    forwarded_from: null,
    group_sid: null,
    price: null,
    price_unit: 'USD',
    queue_time: '0',
    trunk_sid: null,
    uri: `${uri}.json`,
    subresource_uris: { recordings: `${uri}/Recordings.json`, notifications: `${uri}/Notifications.json` },
  };
}
