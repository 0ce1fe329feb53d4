import { changesOf } from '../../form/changes.ts';
import { objectOf, type Values } from '../../form/field.ts';
import { GROUPS } from './settings/settings.ts';

/** An agent with its prompt as an object. */
export type AgentValues = Values & { readonly id: string };

/** An agent as it was read. */
export type ReadAgent = AgentValues & { readonly revision: string | undefined };

const PATHS = GROUPS.flatMap(({ fields }) => Object.keys(fields).map((name) => name.split('.')));

/** The names of the agent's own fields in its form. */
export const AGENT_FIELDS: readonly string[] = [...new Set(PATHS.flatMap(([name = '']) => name))];

const PROMPT_FIELDS = PATHS.flatMap(([, inner]) => inner ?? []);

/** The values of the form's fields, without what only the service sets, such as the version. */
export function ofFields(values: Values): Values {
  const of = (names: readonly string[], from: Values) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return { ...of(AGENT_FIELDS, values), prompt: of(PROMPT_FIELDS, objectOf(values.prompt)) };
}

/** What to send: a new agent whole, and of an existing one what changed. */
export function requestOf(agent: AgentValues | undefined, values: Values): Values {
  const changes = agent ? changesOf(agent, values) : withoutNulls(values);
  if (!('prompt' in changes)) return changes;
  const [before, prompt] = [objectOf(agent?.prompt), objectOf(values.prompt)];
  const changed = agent ? changesOf(before, prompt) : withoutNulls(prompt);
  return { ...changes, prompt: { ...changed, ...newTemplate(changed.prompt_template) } };
}

/** A template that names its id would be the stored one: what was changed in the form becomes a new one. */
function newTemplate(template: unknown): Values {
  if (typeof template !== 'object' || template === null) return {};
  const { id: _, user_id: __, ...content } = objectOf(template);
  return { prompt_template: { required_context_keys: [], ...withoutNulls(content) } };
}

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => (value ?? null) !== null));
