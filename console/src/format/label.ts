/** Words that are written in capitals. */
const ACRONYMS = /\b(api|dtmf|hipaa|id|ivr|llm|url)\b/gi;

/** A field's name in words: `idle_time_seconds` as `Idle time seconds`, `llm_api_key` as `LLM API key`. */
export function labelOf(name: string): string {
  const said = name.replaceAll('_', ' ');
  return (said.charAt(0).toUpperCase() + said.slice(1)).replace(ACRONYMS, (word) => word.toUpperCase());
}

/** An agent's name; the end of its id in place of one. */
export const agentName = ({ id, name }: Named): string => name ?? `Agent ${id.slice(-6)}`;

/** The ids of agents and what each is called in a choice: the end of their ids tells those of one name apart. */
export function agentChoices(agents: readonly Named[]): readonly (readonly [id: string, name: string])[] {
  const alike = Map.groupBy(agents, agentName);
  return agents.map((agent) => {
    const name = agentName(agent);
    return [agent.id, (alike.get(name)?.length ?? 0) > 1 ? `${name} (${agent.id.slice(-6)})` : name];
  });
}

interface Named {
  readonly id: string;
  readonly name?: string | null | undefined;
}

/** A language in words, by its ISO 639-1 code. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(undefined, { type: 'language' }).of(code) ?? code;

/** Why a call is placed, with what it is called. */
export const PURPOSES = [
  ['marketing', 'Marketing'],
  ['informational', 'Informational'],
  ['emergency', 'Emergency'],
] as const;
