import { Command, Option } from '@commander-js/extra-typings';
import { contextOf } from '../context.ts';
import { exampleFirst } from '../example-first.ts';
import { eachContextValue, wholeNumber } from '../option-values.ts';

const STATUSES = ['not_started', 'in_progress', 'ended', 'error'] as const;
const DIRECTIONS = ['inbound', 'outbound'] as const;
const MODES = ['forced', 'open', 'closed'] as const;

export function callsCommand() {
  const calls = new Command('calls').description('place, watch and replay calls');
  exampleFirst(calls, 'calls list --status in_progress');
  addCreate(calls);
  addReads(calls);
  addTail(calls);
  addReplay(calls);
  return calls;
}

function addCreate(calls: Command): void {
  exampleFirst(
    calls.command('create').description('place a call, now or later'),
    'calls create +15550001111 --agent "Front desk" --follow',
    'calls create +15550001111 --agent "Front desk" --context name=Anna --at 2026-12-01T09:00:00Z',
  )
    .argument('<number>', 'the number to call, in E.164')
    .requiredOption('--agent <agent>', "the agent's name or id")
    .option('--agent-version <version>', 'a version of it (default: the published one)')
    .option('--from <number>', 'the number to call from (default: yours, if you have just one)')
    .option(
      '--context <name=value>',
      'a value for the placeholders of the prompt; repeat it',
      eachContextValue,
    )
    .option('--at <time>', 'call then, as in 2026-12-01T09:00:00Z')
    .option('--goal <text>', 'the goal of the call')
    .option('--override-do-not-call', 'call a number on your do-not-call list anyway')
    .option('--follow', 'show the conversation until the call is over; fail if it does')
    .action(async (number, options, command) =>
      (await import('./create-call.ts')).createCall(await contextOf(command), number, options),
    );
}

function addReads(calls: Command): void {
  exampleFirst(
    calls.command('list').description('list calls, the newest first'),
    'calls list --status in_progress',
    'calls list --agent "Front desk" --since 2026-11-01T00:00:00Z --limit 200 --json',
  )
    .addOption(new Option('--status <status>', 'only calls with it').choices(STATUSES))
    .option('--agent <agent>', 'only calls of this agent, by its name or id')
    .option('--to <number>', 'only calls to this number')
    .option('--from <number>', 'only calls from this number')
    .addOption(new Option('--direction <direction>', 'only calls of it').choices(DIRECTIONS))
    .option('--since <time>', 'only calls created then or later')
    .option('--limit <n>', 'list at most this many', wholeNumber(1, 10_000), 20)
    .action(async (options, command) =>
      (await import('./list-calls.ts')).listCalls(await contextOf(command), options),
    );
  exampleFirst(
    calls.command('get').description('show a call and its transcript'),
    'calls get 0197a5c2-7e14-7c1f-8a52-5d0c8e0b6f11',
  )
    .argument('<id>', 'the call')
    .action(async (id, _, command) => (await import('./get-call.ts')).getCall(await contextOf(command), id));
  exampleFirst(
    calls.command('end').description('end a call, or cancel a scheduled one'),
    'calls end 0197a5c2-7e14-7c1f-8a52-5d0c8e0b6f11',
  )
    .argument('<id>', 'the call')
    .action(async (id, _, command) => (await import('./get-call.ts')).endCall(await contextOf(command), id));
}

function addTail(calls: Command): void {
  exampleFirst(
    calls.command('tail').description('show the conversation of a call until it is over'),
    'calls tail',
    'calls tail 0197a5c2-7e14-7c1f-8a52-5d0c8e0b6f11 --json',
  )
    .argument('[id]', 'the call (default: the newest one)')
    .action(async (id, _, command) =>
      (await import('./tail-call.ts')).tailCall(await contextOf(command), id),
    );
}

function addReplay(calls: Command): void {
  exampleFirst(
    calls.command('replay').description('play what contacts said in calls to another version of the agent'),
    'calls replay 0197a5c2-7e14-7c1f-8a52-5d0c8e0b6f11 --agent-version draft',
  )
    .argument('<id...>', 'finished calls')
    .option('--agent-version <version>', 'a number, draft or published', 'draft')
    .option('--baseline <version>', 'compare with this version, in place of the record')
    .addOption(
      new Option('--mode <mode>', 'see docs/agent-tests.md').choices(MODES).default('forced' as const),
    )
    .option('--no-wait', 'print the run, and do not wait for its result')
    .action(async (ids, options, command) =>
      (await import('./replay-calls.ts')).replayCalls(await contextOf(command), ids, options),
    );
}
