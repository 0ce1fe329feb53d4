import { findAgent } from '../agents/find-agent.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';

interface Opening {
  readonly page?: string | undefined;
  readonly id?: string | undefined;
  readonly print?: true;
}

/** Opens a page of the console in the browser; prints the address where there is none. */
export async function openConsole(context: Context, { page, id, print }: Opening): Promise<void> {
  const { connection, output } = context;
  if (connection.consoleUrl === undefined)
    throw new UsageError(
      `The console of ${connection.url} is unknown: sign in with phone-agents login --console URL.`,
    );
  const url = connection.consoleUrl + (await pathOf(context, page, id));
  if (print || output.isJson || process.stdout.isTTY !== true) return output.event({ url }, url);
  const { default: open } = await import('open');
  await open(url);
  output.say(`Opened ${url}`);
}

async function pathOf(
  { client }: Context,
  page: string | undefined,
  id: string | undefined,
): Promise<string> {
  if (page === undefined) return '/';
  if (page === 'call' || page === 'agent') {
    if (id === undefined) throw new UsageError(`Name the ${page}, as in phone-agents open ${page} ID.`);
    return page === 'agent' ? `/agents/${await findAgent(client, id)}` : `/calls/${encodeURIComponent(id)}`;
  }
  return `/${page}`;
}
