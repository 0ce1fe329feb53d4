import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** Makes a command's help begin with examples; each is what follows `phone-agents`. */
export function exampleFirst<Given extends CommandUnknownOpts>(
  command: Given,
  ...examples: readonly string[]
): Given {
  command.addHelpText('before', `${examples.map((example) => `$ phone-agents ${example}`).join('\n')}\n`);
  return command;
}
