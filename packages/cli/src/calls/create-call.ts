import type { Schema } from 'phone-call-agents-client';
import { findAgent } from '../agents/find-agent.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { versionIn } from '../option-values.ts';
import { showCall } from './get-call.ts';
import { followCall } from './tail-call.ts';

interface CallOptions {
  readonly agent: string;
  readonly agentVersion?: string;
  readonly from?: string;
  readonly context?: Readonly<Record<string, string>>;
  readonly at?: string;
  readonly goal?: string;
  readonly overrideDoNotCall?: true;
  readonly follow?: true;
}

/** Places a call, and shows it until its end with `--follow`. */
export async function createCall(context: Context, to: string, options: CallOptions): Promise<void> {
  const { client, output, signal } = context;
  const { agentVersion, context: values, at, goal, overrideDoNotCall, follow } = options;
  const body = {
    to_number: to,
    from_number: options.from ?? (await onlyNumber(context)),
    agent: await findAgent(client, options.agent),
    ...(agentVersion !== undefined && { agent_version: versionIn(agentVersion) }),
    ...(values && { context: values }),
    ...(at !== undefined && { scheduled_at: at }),
    ...(goal !== undefined && { goal }),
    ...(overrideDoNotCall && { override_do_not_call: true }),
  };
  const { data: call } = await client.request<Schema<'Call'>>('POST', '/v1/calls/create', { body, signal });
  if (!follow) return showCall(output, call);
  output.say(`Call ${call.id}`);
  await followCall(context, call.id, { endsWithCommand: true });
}

async function onlyNumber({ client, signal }: Context): Promise<string> {
  const numbers: string[] = [];
  for await (const { number } of client.list('/v1/numbers/list', { signal })) numbers.push(number);
  const [number, another] = numbers;
  if (number === undefined) throw new UsageError('You have no number to call from: buy one, or give --from.');
  if (another !== undefined)
    throw new UsageError(`You have several numbers: give --from, such as --from ${number}.`);
  return number;
}
