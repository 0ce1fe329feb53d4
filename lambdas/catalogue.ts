import * as accountConnections from './account-connections/endpoints/account-connections.ts';
import * as actions from './actions/endpoints/actions.ts';
import * as replays from './agent-tests/endpoints/replays.ts';
import * as testRuns from './agent-tests/endpoints/test-runs.ts';
import * as tests from './agent-tests/endpoints/tests.ts';
import * as agentVersions from './agents/endpoints/agent-versions.ts';
import * as agents from './agents/endpoints/agents.ts';
import * as audit from './audit/endpoints/audit.ts';
import * as analyses from './calls/endpoints/analyses.ts';
import * as callList from './calls/endpoints/call-list.ts';
import * as calls from './calls/endpoints/calls.ts';
import * as evidence from './calls/endpoints/evidence.ts';
import * as figures from './calls/endpoints/figures.ts';
import * as newCalls from './calls/endpoints/new-calls.ts';
import * as campaigns from './campaigns/endpoints/campaigns.ts';
import * as campaignRecipients from './campaigns/endpoints/recipients.ts';
import * as consents from './consents/endpoints/consents.ts';
import * as deliveries from './deliveries/endpoints/deliveries.ts';
import * as doNotCall from './do-not-call/endpoints/do-not-call.ts';
import type { EndpointContract, Schema } from './http/endpoint.ts';
import * as numbers from './numbers/endpoints/numbers.ts';
import * as vendorNumbers from './numbers/endpoints/vendor-numbers.ts';
import * as prompts from './prompts/endpoints/prompts.ts';
import * as rehearsalLines from './rehearsals/endpoints/rehearsal-lines.ts';
import * as rehearsals from './rehearsals/endpoints/rehearsals.ts';
import * as sessions from './tokens/endpoints/sessions.ts';
import * as tokens from './tokens/endpoints/tokens.ts';
import * as usage from './usage/endpoints/usage.ts';
import * as vectorDatabases from './vector-databases/endpoints/vector-databases.ts';
import * as voicePreviews from './voices/endpoints/voice-previews.ts';
import * as voices from './voices/endpoints/voices.ts';
import * as webhooks from './webhooks/endpoints/webhooks.ts';

type Contract = EndpointContract<Schema, Schema, Schema>;

/** The files that declare endpoints, each in a function of its own; they export nothing else. */
const files: Readonly<Record<string, Readonly<Record<string, () => Contract>>>> = {
  'account-connections/endpoints/account-connections': accountConnections,
  'actions/endpoints/actions': actions,
  'agent-tests/endpoints/replays': replays,
  'agent-tests/endpoints/test-runs': testRuns,
  'agent-tests/endpoints/tests': tests,
  'agents/endpoints/agent-versions': agentVersions,
  'agents/endpoints/agents': agents,
  'audit/endpoints/audit': audit,
  'calls/endpoints/analyses': analyses,
  'calls/endpoints/call-list': callList,
  'calls/endpoints/calls': calls,
  'calls/endpoints/evidence': evidence,
  'calls/endpoints/figures': figures,
  'calls/endpoints/new-calls': newCalls,
  'campaigns/endpoints/campaigns': campaigns,
  'campaigns/endpoints/recipients': campaignRecipients,
  'consents/endpoints/consents': consents,
  'deliveries/endpoints/deliveries': deliveries,
  'do-not-call/endpoints/do-not-call': doNotCall,
  'numbers/endpoints/numbers': numbers,
  'numbers/endpoints/vendor-numbers': vendorNumbers,
  'prompts/endpoints/prompts': prompts,
  'rehearsals/endpoints/rehearsal-lines': rehearsalLines,
  'rehearsals/endpoints/rehearsals': rehearsals,
  'tokens/endpoints/sessions': sessions,
  'tokens/endpoints/tokens': tokens,
  'usage/endpoints/usage': usage,
  'vector-databases/endpoints/vector-databases': vectorDatabases,
  'voices/endpoints/voice-previews': voicePreviews,
  'voices/endpoints/voices': voices,
  'webhooks/endpoints/webhooks': webhooks,
};

/** An endpoint with the name of its operation, and the file that exports it under this name. */
export interface CataloguedEndpoint extends Contract {
  readonly operation: string;
  readonly file: string;
}

/** Every endpoint of the API, by its path: `voices/list`; `voices/get` for a path without a second part. */
export const catalogue: Readonly<Record<string, CataloguedEndpoint>> = Object.fromEntries(
  Object.entries(files).flatMap(([file, endpoints]) =>
    Object.entries(endpoints).map(([operation, declare]) => {
      const contract = declare();
      return [nameOf(contract), { ...contract, operation, file }];
    }),
  ),
);

function nameOf({ path }: Contract): string {
  const name = path.replace('/v1/', '').replaceAll('_', '-');
  return name.includes('/') ? name : `${name}/get`;
}
