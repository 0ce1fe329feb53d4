import type { Schema } from 'phone-call-agents-client';
import { findAgent } from '../agents/find-agent.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { versionIn } from '../option-values.ts';
import { upTo } from '../up-to.ts';
import { showCall } from './get-call.ts';
import { followCall } from './tail-call.ts';

interface Placing {
  readonly agent: string;
  readonly agentVersion?: string | undefined;
  readonly from?: string | undefined;
  readonly context?: Readonly<Record<string, string>> | undefined;
  readonly at?: string | undefined;
  readonly goal?: string | undefined;
  readonly overrideDoNotCall?: true | undefined;
}

interface CallOptions extends Placing {
  readonly follow?: true;
}

/** Places a call, and shows it until its end with `--follow`. */
export async function createCall(context: Context, to: string, options: CallOptions): Promise<void> {
  const { client, output, signal } = context;
  const body = await callBody(context, to, options);
  const { data: call } = await client.request<Schema<'Call'>>('POST', '/v1/calls/create', { body, signal });
  if (!options.follow) return showCall(output, call);
  output.say(`Call ${call.id}`);
  await followCall(context, call.id, { endsWithCommand: true });
}

/** The body of a request that places a call. */
export async function callBody(context: Sender, to: string, options: Placing) {
  const { agentVersion, context: values, at, goal, overrideDoNotCall } = options;
  return {
    to_number: to,
    from_number: options.from ?? (await onlyNumber(context)),
    agent: await findAgent(context.client, options.agent),
    ...(agentVersion !== undefined && { agent_version: versionIn(agentVersion) }),
    ...(values && { context: values }),
    ...(at !== undefined && { scheduled_at: at }),
    ...(goal !== undefined && { goal }),
    ...(overrideDoNotCall && { override_do_not_call: true }),
  };
}

type Sender = Pick<Context, 'client' | 'signal'>;

async function onlyNumber({ client, signal }: Sender): Promise<string> {
  const [only, another] = await upTo(client.list('/v1/numbers/list', { signal }), 2);
  if (!only) throw new UsageError('You have no number to call from: buy one, or give --from.');
  if (another) throw new UsageError(`You have several numbers: give --from, such as --from ${only.number}.`);
  return only.number;
}
