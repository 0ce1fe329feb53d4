import { KNOWN_CALLEES } from 'vendor-simulators/carrier/callees/known-callees.ts';
import { npmCommand } from '#cli/npm-command.ts';
import { readBy } from '#cli/option-values.ts';
import { sampleNames } from '#cli/samples/sample.ts';

const phoneNumber = readBy(
  (given) => (/^\+[1-9]\d{1,14}$/.test(given) ? given : undefined),
  'It must be a number in E.164 such as +15550001111.',
);

export function callCommand() {
  const call = npmCommand('npm run call', 'call a simulated callee through the local service');
  return call
    .option('--script <file>', "the callee's utterances, one per line (samples: local/call/scripts/)")
    .addOption(
      call
        .createOption(
          '--sample <name|file>',
          `play a sample conversation: ${sampleNames().join(', ')} (examples/conversations/), or your own in JSON or YAML (docs/sample.schema.json)`,
        )
        .conflicts(['script', 'type', 'prompt', 'agent']),
    )
    .option('--type', "type the callee's words yourself, or pipe them in")
    .addOption(
      call
        .createOption('--callee <name>', 'another callee')
        .choices(Object.keys(KNOWN_CALLEES))
        .conflicts(['script', 'sample', 'type', 'inbound']),
    )
    .option('--inbound', "the person calls the agent's number")
    .option('--webhooks', 'show each webhook delivery')
    .option('--speak', "speak the call with this system's voice")
    .option('--prompt <text>', "the agent's instructions")
    .addOption(
      call
        .createOption('--agent <id>', 'use an existing agent, in place of one created for the call')
        .conflicts('prompt'),
    )
    .option('--to <number>', "the person's number", phoneNumber, '+15550001111')
    .option('--from <number>', "the agent's number (default: the one that the local user holds)", phoneNumber)
    .option('--data <folder>', 'the data folder of the running service', '.local');
}

export type CallArguments = ReturnType<ReturnType<typeof callCommand>['opts']>;
