import { z } from 'zod';

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const part = z.array(z.looseObject({ agent: z.string().optional() }));

/** The simulated verdict: whether the agent said the quoted words or, with "never" or "not", didn't. */
export function judgeRecord({ messages }: Request): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const criterion = system.split('The criterion: ').at(-1) ?? '';
  const said = messages.flatMap(({ role, content }) => (role === 'user' ? agentsWords(content) : []));
  const words = /["“](.+?)["”]/.exec(criterion)?.[1]?.toLowerCase();
  const found = words === undefined ? undefined : said.find((text) => text.toLowerCase().includes(words));
  const isUnwanted = /\b(never|not|no)\b/i.test(criterion);
  return JSON.stringify({
    holds: words === undefined ? null : (found !== undefined) !== isUnwanted,
    reason:
      words === undefined
        ? 'The scripted model judges only quoted words in a criterion.'
        : `${found ? 'Said' : 'Not said'} by the agent.`,
    quotation: found ?? said.at(-1) ?? null,
  });
}

function agentsWords(content: string): string[] {
  const { data = [] } = part.safeParse(parsed(content));
  return data.flatMap(({ agent }) => agent ?? []);
}

export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
