import { createInterface } from 'node:readline';
import type { Schema } from 'phone-call-agents-client';
import type { Context } from '../context.ts';
import { interrupt } from '../interruption.ts';
import { versionIn } from '../option-values.ts';
import { turnLine } from '../output/turn-line.ts';
import { findAgent } from './find-agent.ts';

interface TalkOptions {
  readonly agentVersion?: string;
  readonly context?: Readonly<Record<string, string>>;
}

const HELP = 'Type what the contact says. /keys 12# presses keys; Ctrl-D ends the conversation.';

/** A rehearsal in the terminal: each line is what the contact says. */
export async function talk(context: Context, agent: string, options: TalkOptions): Promise<void> {
  const { client, output, signal } = context;
  const { agentVersion, context: values } = options;
  const body = {
    agent: await findAgent(client, agent),
    ...(agentVersion !== undefined && { agent_version: versionIn(agentVersion) }),
    ...(values && { context: values }),
  };
  const begun = await client.request<Schema<'Rehearsal'>>('POST', '/v1/rehearsals/create', { body, signal });
  const isTerminal = process.stdin.isTTY === true && !output.isJson;
  if (isTerminal) output.say(output.paint('dim', HELP));
  let shown = show(context, begun.data, 0);
  if (begun.data.status === 'ended') return;
  for await (const line of linesOf(context, isTerminal)) {
    const said = lineIn(line);
    if (!said) continue;
    const query = { id: begun.data.id };
    const { data } = await client.request<Schema<'Rehearsal'>>('POST', '/v1/rehearsals/say', {
      query,
      body: said,
      signal,
    });
    // The terminal shows what was typed.
    shown = show(context, data, isTerminal ? shown + 1 : shown);
    if (data.status === 'ended') break;
  }
  signal.throwIfAborted();
}

/** Prints the turns after the first `from` ones. Returns the number of all. */
function show(
  { output }: Context,
  { turns, status, created_at: start }: Schema<'Rehearsal'>,
  from: number,
): number {
  for (const turn of turns.slice(from)) output.event(turn, turnLine(output, turn, start));
  if (status === 'ended') output.say(output.paint('dim', 'The agent has ended the conversation.'));
  return turns.length;
}

function lineIn(typed: string): Schema<'LineInput'> | undefined {
  const [, keys] = /^\/keys\s+(\S+)$/.exec(typed.trim()) ?? [];
  if (keys !== undefined) return { keys };
  return typed.trim() === '' ? undefined : { text: typed.trim() };
}

/** The lines of the input. They end with it, and at Ctrl-C. */
async function* linesOf({ output, signal }: Context, isTerminal: boolean): AsyncGenerator<string> {
  const prompt = output.paint('green', 'you> ');
  const lines = createInterface({
    input: process.stdin,
    signal,
    prompt,
    terminal: isTerminal,
    ...(isTerminal && { output: process.stdout }),
  });
  // A terminal in raw mode doesn't turn Ctrl-C into a signal.
  lines.on('SIGINT', interrupt);
  try {
    if (isTerminal) lines.prompt();
    for await (const line of lines) {
      yield line;
      if (isTerminal) lines.prompt();
    }
  } finally {
    lines.close();
  }
}
