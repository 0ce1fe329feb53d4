import { type ParseArgsConfig, parseArgs } from 'node:util';
import wrapAnsi from 'wrap-ansi';
import { CommandError, EXIT } from '#cli/errors.ts';
import { wasInterrupted } from '#cli/interruption.ts';
import { nearestWord } from '../lambdas/platform/nearest-word.ts';

export { CommandError };

/** The command line is wrong, or incomplete: the help follows the message. */
export class UsageError extends CommandError {
  constructor(message = '') {
    super(message);
  }
}

/** An option for `parseArgs`, with its line in the help. */
type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  /** The placeholder for its value in the help. */
  readonly value?: string;
  /** Options without help are for tests. */
  readonly help?: string;
};

type Options = Readonly<Record<string, Option>>;

export interface Command<Given extends Options> {
  /** As it is typed, such as `npm run call`. */
  readonly name: string;
  /** The forms of its arguments, one a line. */
  readonly forms: readonly string[];
  readonly options: Given;
  /** Whether it takes positional arguments. @default false */
  readonly allowPositionals?: boolean;
  /** Lines of the help below the options. */
  readonly notes?: string;
  /** Formats an unexpected error. @default the error with its stack */
  readonly explain?: (error: unknown) => unknown;
  /** @default 1 */
  readonly failureCode?: number;
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

interface Config<Given extends Options> {
  readonly args: string[];
  readonly options: Given & typeof HELP;
  readonly allowPositionals: boolean;
}

export type Values<Given extends Options> = ReturnType<typeof parseArgs<Config<Given>>>['values'];

interface Parsed<Given extends Options> {
  readonly values: Values<Given>;
  readonly positionals: readonly string[];
}

/** An option with a text as its value. */
export const text = (value: string, help: string) => ({ type: 'string', value, help }) as const;

/** The same with a default, which the help shows. */
export const textOr = (fallback: string, value: string, help: string) => ({
  ...text(value, `${help} (default ${fallback})`),
  default: fallback,
});

export const flag = (help: string) => ({ type: 'boolean', default: false, help }) as const;

/** Parses a command's options. Returns undefined for --help; throws CommandError, which suggests the nearest option. */
export function parseCommand<const Given extends Options>(
  { name, options, allowPositionals = false }: Command<Given>,
  args: readonly string[],
): Parsed<Given> | undefined {
  const npmOption = Object.keys(options).find(npmTook);
  if (npmOption !== undefined)
    throw new CommandError(
      `npm took --${npmOption} as its own option: put -- before the options, as in ${name} -- --${npmOption}.`,
    );
  try {
    const { values, positionals } = parseArgs<Config<Given>>({
      args: [...args],
      options: { ...options, ...HELP },
      allowPositionals,
    });
    return 'help' in values ? undefined : { values, positionals };
  } catch (error) {
    const help = `See ${name} -- --help.`;
    // Node.js appends advice; the first sentence says what is wrong.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    const [, typed] = /^Unknown option '-*([^']*)'/.exec(reason) ?? [];
    const suggestion = typed === undefined ? undefined : nearestWord(typed, Object.keys(options));
    const advice = suggestion === undefined ? help : `Did you mean --${suggestion}? ${help}`;
    throw new CommandError(`${reason.replace(/\.$/, '')}. ${advice}`);
  }
}

/** npm takes options before a lone `--` as its own, and passes them to the command only as variables. */
const npmTook = (option: string) => process.env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined;

/** An option's number. Throws CommandError unless it is an integer within the bounds. */
export function numberIn(option: string, given: string, least: number, most: number): number {
  const number = Number(given);
  if (/^\d{1,9}$/.test(given) && number >= least && number <= most) return number;
  throw new CommandError(`--${option} must be a number from ${least} to ${most}, not "${given}".`);
}

/** An option's URL, if given, without trailing slashes. Throws CommandError if it is invalid. */
export function urlIn<Given extends string | undefined>(
  option: string,
  given: Given,
  otherwise?: string,
): Given;
export function urlIn(option: string, given: string | undefined, otherwise = ''): string | undefined {
  if (given === undefined) return undefined;
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given.replace(/\/+$/, '');
  throw new CommandError(`--${option} must be an http or https URL${otherwise}, not "${given}".`);
}

/** Columns of the help, without padding. */
const HELP_COLUMNS = 110;

export function usageOf<Given extends Options>({ name, forms, options, notes }: Command<Given>): string {
  const rows = Object.entries<Option>(options).flatMap(([option, { value, help }]) =>
    help === undefined ? [] : [{ label: `--${option}${value ? ` ${value}` : ''}`, help }],
  );
  const width = Math.max(...rows.map(({ label }) => label.length));
  const indented = (help: string) =>
    wrapAnsi(help, HELP_COLUMNS - width).replaceAll('\n', `\n${' '.repeat(width + 4)}`);
  return [
    ...forms.map((form, index) => `${index === 0 ? 'Usage:' : '      '} ${name} ${form}`.trimEnd()),
    ...rows.map(({ label, help }) => `  ${label.padEnd(width)}  ${indented(help)}`),
    ...(notes === undefined ? [] : [notes]),
  ].join('\n');
}

export const runCommand = <const Given extends Options>(
  command: Command<Given>,
  run: (given: Parsed<Given>) => Promise<void>,
): Promise<void> => runParsed(command, (args) => parseCommand(command, args), run);

/** The same with a custom parser. Prints the help or the error, and sets the exit code. */
export async function runParsed<const Given extends Options, Arguments>(
  command: Command<Given>,
  parse: (args: readonly string[]) => Arguments | undefined,
  run: (given: Arguments) => Promise<void>,
): Promise<void> {
  // The reader of the output, such as `head`, closed it.
  process.stdout.on('error', () => process.exit());
  try {
    const given = parse(process.argv.slice(2));
    if (given) await run(given);
    else console.log(usageOf(command));
  } catch (error) {
    process.exitCode = wasInterrupted() ? EXIT.interrupted : (command.failureCode ?? EXIT.failed);
    console.error(wasInterrupted() ? 'Stopped.' : explain(error, command));
  }
}

function explain<Given extends Options>(error: unknown, command: Command<Given>): unknown {
  if (error instanceof UsageError) return [error.message, usageOf(command)].filter(Boolean).join('\n');
  if (error instanceof CommandError) return error.message;
  return command.explain ? command.explain(error) : error;
}
