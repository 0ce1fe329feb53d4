import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Client, createClient } from 'phone-call-agents-client';
import { interruptionSignal } from './interruption.ts';
import { Output } from './output/output.ts';
import type { FoundConnection, ServiceOptions } from './settings/find-connection.ts';

export interface Context {
  readonly connection: FoundConnection;
  readonly client: Client;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/** As in `package.json`. */
export const VERSION = '1.0.0';

interface GlobalOptions extends ServiceOptions {
  readonly json?: boolean;
}

export const outputOf = (command: CommandUnknownOpts): Output =>
  new Output(process.stdout, { isJson: globalOptions(command).json === true });

export const globalOptions = (command: CommandUnknownOpts): GlobalOptions => command.optsWithGlobals();

/** The client of a service. Its requests end at Ctrl-C. */
export const clientOf = ({ url, token }: { readonly url: string; readonly token?: string }): Client =>
  createClient({ baseUrl: url, token, userAgent: `phone-agents/${VERSION}` });

export async function contextOf(command: CommandUnknownOpts): Promise<Context> {
  // Loaded when it is needed, so that the help is quick.
  const { findConnection } = await import('./settings/find-connection.ts');
  const connection = await findConnection(globalOptions(command));
  return {
    connection,
    client: clientOf(connection),
    output: outputOf(command),
    signal: interruptionSignal(),
  };
}
