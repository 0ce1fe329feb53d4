import { perSecondPerAccount } from '../../lambdas/calls/model/settings.ts';
import { maxCallSeconds } from '../../lambdas/conversation/model/settings.ts';
import { requestsPerUser } from '../../lambdas/deliveries/model/settings.ts';
import { requestLimit } from '../../lambdas/http/settings.ts';
import { concurrentPerUser } from '../../lambdas/usage/model/settings.ts';
import { MAX_ALL_CALLS_WEBHOOKS } from '../../lambdas/webhooks/model/webhook.ts';

const count = (amount: number) => amount.toLocaleString('en-US');

const DESCRIPTION = `Places telephone calls in which an agent converses, and tells your webhook what happened.

Send an access token with every request (\`Authorization: Bearer …\`). A request finds only the records of its user.
Each path also works with a slash at its end. Success is always 200; one operation redirects (302). All failures have the same body, \`Error\`.
Every answer has the header \`x-request-id\`. Only answers from a web ACL in front of the API lack it (413, and 429 \`too_many_requests\` in a flood).
A request with an unknown key is refused, so that you notice typos. A body has at most 300,000 bytes.

An id is a UUID. A time is an ISO 8601 \`date-time\`: answers have it in UTC, and a request gives it with an offset.

You can send back a record as you read it; its \`id\` and \`user_id\` are ignored.
null leaves an optional field unset, so that it takes its default. In an update, null clears a field that may be null, and resets one that has a default.
For any other field, null is refused (422, \`not_clearable\`).

A token has scopes. Each operation needs one of the scopes that its \`security\` lists; a request without one is refused (403, \`missing_scope\`). A record that a request makes or changes inside another one needs the write scope of its own group.
\`read\` permits reading, \`write\` changing records, \`calls\` placing and ending calls, and \`tokens\` managing tokens.
\`agents:read\`, \`agents:write\` and similar scopes are for one group of operations.
A token without scopes has full access. Signing in and out needs no scope.

The operator configures the limits; these are the defaults:

- You may have ${count(concurrentPerUser.default)} open calls at once. A call is open until it ends, even if it is not dialed yet. A further call is refused (429, \`too_many_calls\`). A scheduled call becomes open when it is due. If you have too many open calls for about ten minutes then, the scheduled call fails; its \`error_message\` contains \`too_many_calls\`.
- One telephony account dials ${count(perSecondPerAccount.default)} call a second; further calls wait and are not refused. Users who share an account share its calls per second fairly. The calls of one user are dialed in the order of their creation. Calls created within the same second may swap places.
- While many of your deliveries are under way or wait, those of other users come first; none is lost. You may request ${count(requestsPerUser.testsPerMinute.default)} tests and ${count(requestsPerUser.retriesPerMinute.default)} retries a minute, and have ${count(requestsPerUser.replaysAtOnce.default)} replays under way at once (429, \`too_many_delivery_requests\`).
- You may have ${MAX_ALL_CALLS_WEBHOOKS} webhooks with \`all_calls\` (409, \`too_many_all_calls_webhooks\`).
- A call lasts at most ${count(maxCallSeconds.default / 60)} minutes. In the last minute, the agent says goodbye instead of answering.
- All your tokens together may make ${count(requestLimit.rate.default)} requests per second, and up to ${count(requestLimit.burst.default)} at once (429, \`rate_limited\`). Requests of other users do not count against yours.`;

/** The general part of the document. */
export const API_INFO = {
  title: 'Phone-call agents',
  version: '1.0.0',
  description: DESCRIPTION,
  contact: { name: 'The operator of this service' },
  license: { name: 'MIT', identifier: 'MIT' },
};

/** The URL of the API. A deployed service puts its own URL here. */
export const SERVERS = [{ url: 'http://127.0.0.1:3000', description: 'The service on this machine.' }];

export const GROUPS: Readonly<Record<string, string>> = {
  account_connections: 'Your accounts at other vendors, for language models and for telephony.',
  actions: 'What agents can do in a call besides talking.',
  agents: 'The agents that talk: their instructions, voices and actions.',
  audit: 'Who changed your records, and when.',
  calls: 'Telephone calls: place, follow and end them, and read what was said.',
  campaigns: 'Calls to many contacts: attempts, hours, caps and budgets.',
  consents: 'Who agreed to be called, and who no longer does.',
  do_not_call: 'The numbers that the service does not call.',
  numbers: 'Telephone numbers that you hold.',
  prompts: 'The instructions of agents.',
  rehearsals: 'Conversations with agents by text, without a telephone.',
  tests: 'Tests of agents, and their runs.',
  sessions: 'Signing in to the console and out of it.',
  tokens: 'The access tokens of your programs.',
  usage: 'Your quotas and their use.',
  vector_databases: 'The knowledge of agents.',
  voices: 'The voices of agents.',
  webhooks: 'Where events are delivered.',
};
