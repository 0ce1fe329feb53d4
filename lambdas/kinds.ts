import { accountConnectionKind } from './account-connections/model/account-connection.ts';
import { actionKind } from './actions/model/action.ts';
import { agentTestKind } from './agent-tests/model/agent-test.ts';
import { agentKind } from './agents/model/agent.ts';
import { agentVersionKind } from './agents/model/agent-version.ts';
import { campaignKind } from './campaigns/model/campaign.ts';
import { consentList } from './consents/model/consent.ts';
import { doNotCallList } from './do-not-call/model/do-not-call.ts';
import { numberKind } from './numbers/model/number.ts';
import { promptKind, promptTemplateKind } from './prompts/model/prompt.ts';
import type { Kind } from './records/model/kind.ts';
import { countedQuotas } from './records/store/lists/bounds.ts';
import { vectorDatabaseKind } from './vector-databases/model/vector-database.ts';
import { voiceKind } from './voices/model/voice.ts';
import { webhookKind } from './webhooks/model/webhook.ts';

/** All kinds of record that refer to others, or to which others refer. */
export const KINDS: readonly Kind[] = [
  accountConnectionKind,
  actionKind,
  agentKind,
  agentVersionKind,
  campaignKind,
  numberKind,
  promptKind,
  promptTemplateKind,
  agentTestKind,
  vectorDatabaseKind,
  voiceKind,
  webhookKind,
];

/** The quotas of numbers of records, with the sort keys of the items that count these. */
export const COUNTED_QUOTAS = countedQuotas([...KINDS, consentList, doNotCallList]);
