import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestWord } from '../lambdas/platform/nearest-word.ts';

/** What is wrong with the options of a command, in one sentence for its user. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Parses the options of a command, such as `npm run call`. Throws OptionError, which names the nearest option. */
export function parseOptions<const Config extends ParseArgsConfig>(command: string, config: Config) {
  const taken = Object.keys(config.options ?? {}).find(npmTook);
  if (taken !== undefined)
    throw new OptionError(
      `npm kept --${taken} for itself: put -- before the options, as in ${command} -- --${taken}.`,
    );
  try {
    return parseArgs<Config>(config);
  } catch (error) {
    const help = `See ${command} -- --help.`;
    // Node.js appends advice; the first sentence says what is wrong.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    const [, typed] = /^Unknown option '-*([^']*)'/.exec(reason) ?? [];
    const meant = typed === undefined ? undefined : nearestWord(typed, Object.keys(config.options ?? {}));
    const advice = meant === undefined ? help : `Did you mean --${meant}? ${help}`;
    throw new OptionError(`${reason.replace(/\.$/, '')}. ${advice}`);
  }
}

/** npm takes options before a lone `--` as its own, and shows them to the command as variables only. */
const npmTook = (option: string) => process.env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined;
