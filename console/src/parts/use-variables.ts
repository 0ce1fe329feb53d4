import { useQueries, useQuery } from '@tanstack/react-query';
import type { Schema } from '../api/client.ts';
import { promptOf, versionOf, versionsOf } from '../api/lists.ts';
import { variablesOf } from '../format/context.ts';

/** A name of a call's context. */
export interface Variable {
  readonly name: string;
  /** Whether no call can be without it. */
  readonly needed: boolean;
}

/** What is entered for the names of a call's context. */
export type Given = Readonly<Record<string, string>>;

/** The texts of an agent that ask for a call's context. */
export interface Texts {
  readonly prompt: {
    readonly content: string;
    readonly prompt_template?: { readonly required_context_keys: readonly string[] } | null | undefined;
  };
  readonly initial_message?: string | null | undefined;
}

/** What an agent asks for, as far as it was read. */
interface Asked {
  readonly variables: readonly Variable[];
  readonly isPending: boolean;
  /** Why it may ask for more. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * What an agent asks of a call's context, by the prompt and the greeting of the chosen version. Without one, by those
 * that calls get: the published versions, and the agent as it is now if its latest version is one of them.
 */
export function useVariables(agent: Schema<'ListedAgent'> | undefined, chosen: string | undefined): Asked {
  const id = agent?.id ?? '';
  const versions = useQuery(versionsOf(id));
  const published = (versions.data ?? []).filter(({ published_weight: weight }) => (weight ?? 0) > 0);
  const isAsNow =
    chosen === undefined && (published.length === 0 || published.some(({ is_latest: latest }) => latest));
  const former = published.filter(({ is_latest: latest }) => !latest).map(({ version }) => version);
  const contents = useQueries({
    queries: (chosen === undefined ? former : [Number(chosen)]).map((version) => versionOf(id, version)),
  });
  const prompt = useQuery({ ...promptOf(agent?.prompt), enabled: isAsNow && agent !== undefined });
  const now: readonly Texts[] =
    isAsNow && prompt.data ? [{ prompt: prompt.data, initial_message: agent?.initial_message }] : [];
  const reads = [versions, ...contents, ...(isAsNow ? [prompt] : [])];
  return {
    variables: namesOf([...now, ...contents.flatMap(({ data }) => data?.content ?? [])]),
    isPending: reads.some((read) => read.isPending),
    error: reads.find((read) => read.data === undefined && read.error)?.error ?? null,
    retry: () => {
      for (const read of reads) if (read.error) void read.refetch();
    },
  };
}

/** What texts ask of a call's context. */
export function namesOf(all: readonly Texts[]): readonly Variable[] {
  const needed = all.flatMap(({ prompt }) => prompt.prompt_template?.required_context_keys ?? []);
  const texts = all.flatMap(({ prompt, initial_message: greeting }) => [prompt.content, greeting ?? '']);
  return variablesOf(texts, needed).map((name) => ({ name, needed: needed.includes(name) }));
}
