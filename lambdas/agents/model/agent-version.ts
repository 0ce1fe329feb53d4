import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Action, action, originOf } from '../../actions/model/action.ts';
import { id, utcTime } from '../../platform/fields.ts';
import { canonicalJson } from '../../platform/parse-json.ts';
import { type Prompt, prompt } from '../../prompts/model/prompt.ts';
import type { Kind } from '../../records/model/kind.ts';
import { type Voice, voice, withoutCredentials } from '../../voices/model/voice.ts';
import { type Agent, agentOwnFields, ownFields } from './agent.ts';
import { requiredTest, testMark } from './test-mark.ts';
import { onlyVersion } from './version-split.ts';

/** Characters that an author may say of a version. */
export const MAX_MESSAGE = 200;

/** `related_record_changed`: the prompt, voice or an action changed outside of an update. */
export const versionOrigin = z.enum(['created', 'updated', 'rolled_back', 'related_record_changed']);
export type VersionOrigin = z.infer<typeof versionOrigin>;

/** An agent with its prompt, voice and actions at that time, without credentials and secrets. */
export const versionContent = z.lazy(() =>
  z.object({ agent: agentOwnFields, prompt, voice, actions: z.array(action) }),
);
export type VersionContent = z.infer<typeof versionContent>;

const versionFields = () => ({
  version: z.int(),
  agent_id: id,
  created_at: utcTime(),
  origin: versionOrigin,
  restored_from: z.optional(z.int()),
  message: z.optional(z.string()),
  by: z.optional(z.enum(['token', 'operator'])),
  token_id: z.optional(z.string()),
});

export const storedVersionFields = () => ({
  ...versionFields(),
  id: z.string(),
  user_id: id,
  /** The compressed content, and the number of its bytes. */
  bytes: z.int(),
  content: z.instanceof(Uint8Array),
});

/** A version as it is stored. Only the number of records that refer to it ever changes. */
export const storedVersion = z.lazy(() => z.object(storedVersionFields()));
export type StoredVersion = z.infer<typeof storedVersion>;

export const agentVersionKind: Kind<StoredVersion> = {
  name: 'agent_version',
  schema: storedVersion,
  list: 'none',
};

/** The id of a version among all versions of its user; those of one agent sort by their number. */
export const versionId = (agentId: string, version: number): string =>
  `${agentId}#${String(version).padStart(10, '0')}`;

const listedVersionFields = () => ({
  ...versionFields(),
  user_id: id,
  is_latest: z.boolean(),
  published_weight: z.nullable(z.int()),
  numbers: z.int(),
});

export const listedVersion = z.lazy(() => z.object(listedVersionFields()));
export type ListedVersion = z.infer<typeof listedVersion>;

export const versionedAgent = z.lazy(() => {
  const { prompt: _, voice: __, actions: ___, ...own } = ownFields();
  return z.object({ ...own, prompt, voice, actions: z.array(action) });
});

export const versionView = z.lazy(() =>
  z.object({
    ...listedVersionFields(),
    content: versionedAgent,
    tests: z.array(testMark),
    required_tests: z.array(requiredTest),
  }),
);

export function contentOf(
  agent: Agent,
  related: { readonly prompt: Prompt; readonly voice: Voice; readonly actions: readonly Action[] },
): VersionContent {
  return versionContent.parse({
    agent,
    prompt: related.prompt,
    voice: withoutCredentials(related.voice),
    actions: related.actions.map(withoutSecrets),
  });
}

function withoutSecrets(source: Action) {
  const { signature_secret: _, headers: __, ...config }: Readonly<Record<string, unknown>> = source.config;
  return { ...source, config };
}

/** The action with its present secrets: a version stores none. Headers are secrets that only their own server may see. */
export function withSecretsOf(source: Action, present: Action | undefined): Action {
  if (!present || !('url' in source.config && 'url' in present.config)) return source;
  const { signature_secret } = present.config;
  const config = { ...source.config, ...(signature_secret !== undefined && { signature_secret }) };
  const isSameServer = originOf(source.config.url) === originOf(present.config.url);
  const headers = 'headers' in present.config && isSameServer && { headers: present.config.headers };
  return Object.assign({}, source, { config: { ...config, ...headers } });
}

/** Equal for equal contents: see canonicalJson. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 22);

export const saysTheSame = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) === canonicalJson(other);

export const versionsOf = ({ drafts = false, published, publish_requires = null, versions }: Agent) => {
  const version = versions?.latest ?? 0;
  return { drafts, version, publish_requires, published: [...(published ?? onlyVersion(version))] };
};
