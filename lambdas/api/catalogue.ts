import type { EndpointContract, Schema } from '../rest/endpoint.ts';
import * as accountConnections from './account-connections.ts';
import * as actions from './actions.ts';
import * as agentVersions from './agent-versions.ts';
import * as agents from './agents.ts';
import * as analyses from './analyses.ts';
import * as audit from './audit.ts';
import * as callList from './call-list.ts';
import * as calls from './calls.ts';
import * as deliveries from './deliveries.ts';
import * as doNotCall from './do-not-call.ts';
import * as newCalls from './new-calls.ts';
import * as numbers from './numbers.ts';
import * as prompts from './prompts.ts';
import * as rehearsalLines from './rehearsal-lines.ts';
import * as rehearsals from './rehearsals.ts';
import * as sessions from './sessions.ts';
import * as tokens from './tokens.ts';
import * as usage from './usage.ts';
import * as vectorDatabases from './vector-databases.ts';
import * as vendorNumbers from './vendor-numbers.ts';
import * as voices from './voices.ts';
import * as webhooks from './webhooks.ts';

type Contract = EndpointContract<Schema, Schema, Schema>;

/** The files (in this folder) that declare endpoints, each in a function of its own; they export nothing else. */
const files: Readonly<Record<string, Readonly<Record<string, () => Contract>>>> = {
  'account-connections': accountConnections,
  actions,
  'agent-versions': agentVersions,
  agents,
  analyses,
  audit,
  'new-calls': newCalls,
  'call-list': callList,
  calls,
  deliveries,
  'do-not-call': doNotCall,
  'vendor-numbers': vendorNumbers,
  numbers,
  prompts,
  'rehearsal-lines': rehearsalLines,
  rehearsals,
  sessions,
  tokens,
  usage,
  'vector-databases': vectorDatabases,
  voices,
  webhooks,
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
