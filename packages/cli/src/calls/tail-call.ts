import { setTimeout as wait } from 'node:timers/promises';
import type { Schema } from 'phone-call-agents-client';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import { turnLine } from '../output/turn-line.ts';
import { showCall } from './get-call.ts';

/** Milliseconds between two polls. */
const POLL_MS = 1_000;

/** Milliseconds that a request to end an interrupted call may take. */
const END_WITHIN_MS = 10_000;

/** Shows the conversation of a call until it is over. */
export async function tailCall(context: Context, given: string | undefined): Promise<void> {
  const id = given ?? (await newestCall(context));
  await followCall(context, id, { endsWithCommand: false });
}

async function newestCall({ client, signal }: Context): Promise<string> {
  const [call] = (await client.page('/v1/calls/list', { query: { size: 1 }, signal })).items;
  if (!call) throw new UsageError('There is no call yet: place one with phone-agents calls create.');
  return call.id;
}

/** Prints a call's turns as they are said, then its outcome. Ctrl-C ends a call that the command itself placed. */
export async function followCall(
  context: Context,
  id: string,
  { endsWithCommand }: { readonly endsWithCommand: boolean },
): Promise<void> {
  try {
    const call = await untilOver(context, id);
    context.output.say('');
    if (!context.output.isJson) showCall(context.output, { ...call, transcript: '' });
    else context.output.event(call, '');
    if (call.status === 'error') throw new CommandError(`The call failed: ${call.error_message ?? 'error'}.`);
    if (!call.start_time)
      throw new CommandError(`The call did not connect: ${call.stage_outcome ?? call.status}.`);
  } catch (error) {
    if (!context.signal.aborted || !endsWithCommand) throw error;
    await context.client.post('/v1/calls/end', { query: { id }, signal: AbortSignal.timeout(END_WITHIN_MS) });
    console.error(`Call ${id} was ended at your request.`);
    throw error;
  }
}

async function untilOver({ client, output, signal }: Context, id: string): Promise<Schema<'Call'>> {
  let said = 0;
  let status: string | undefined;
  for (;;) {
    // Read before the turns, so that none is left out.
    const call = await client.get('/v1/calls', { query: { id }, signal });
    if (call.status !== status) output.say(output.paint('dim', call.status.replaceAll('_', ' ')));
    status = call.status;
    for await (const turn of client.list('/v1/calls/turns', { query: { id, size: 100 }, signal })) {
      if (turn.number <= said) continue;
      said = turn.number;
      output.event(turn, turnLine(output, turn, call.start_time));
    }
    if (call.status === 'ended' || call.status === 'error') return call;
    await wait(POLL_MS, undefined, { signal });
  }
}
