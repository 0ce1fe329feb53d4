import { basename, extname } from 'node:path';
import { clientOf } from '#cli/context.ts';
import { EXIT } from '#cli/errors.ts';
import { interrupt, interruptionSignal } from '#cli/interruption.ts';
import { runNpmCommand } from '#cli/npm-command.ts';
import { readSample } from '#cli/samples/sample.ts';
import { Simulators } from '#cli/simulators/simulators.ts';
import { type CallArguments, callCommand } from './arguments.ts';
import type { CallPlan } from './call-plan.ts';
import { readCalleeScript, readTypedLines } from './callee.ts';
import { Display } from './display.ts';
import { confirmOnTerminal, type FoundService, findService } from './find-service.ts';
import { openKeyboard } from './keyboard.ts';
import { makeCall } from './make-call.ts';
import { Screen } from './screen.ts';
import { findVoice, NO_VOICE, type SystemVoice } from './system-voice.ts';

const SCRIPTED =
  'Simulated: the callee, the voices, and the language model, which answers by rules and ignores the prompt (for a real one, see docs/models.md).';

const signal = interruptionSignal();

await runNpmCommand(
  callCommand().action(async (options) => {
    process.exitCode = await run(options);
  }),
);

async function run(options: CallArguments): Promise<number> {
  const isTyped = options.type === true && process.stdin.isTTY;
  const sample = options.sample === undefined ? undefined : await readSample(options.sample);
  const script = sample?.callee.script ?? (await scriptOf(options, isTyped));
  const service = await findService({ data: options.data, confirm: confirmOnTerminal, signal });
  try {
    return await callThrough(service, { options, isTyped, sample, script });
  } finally {
    await service.close();
  }
}

/** The callee's script, unless a sample provides it. Keyboard input is read during the call, other input before. */
async function scriptOf({ type, script }: CallArguments, isTyped: boolean): Promise<CallPlan['script']> {
  if (isTyped) return script === undefined ? [] : readCalleeScript(script);
  return type ? readTypedLines(process.stdin) : readCalleeScript(script);
}

interface PreparedCall {
  readonly options: CallArguments;
  /** The user types the callee's words. */
  readonly isTyped: boolean;
  readonly sample: CallPlan['sample'];
  readonly script: CallPlan['script'];
}

async function callThrough({ connection }: FoundService, prepared: PreparedCall): Promise<number> {
  const { options, isTyped, sample, script } = prepared;
  const simulators = new Simulators(connection);
  const screen = new Screen(process.stdout);
  const display = new Display(screen);
  if (sample?.about) display.write(sample.about, '');
  if (connection.language_model === 'scripted') display.write(SCRIPTED, '');
  const keyboard = {
    simulators,
    display,
    screen,
    input: process.stdin,
    output: process.stdout,
    onInterrupt: interrupt,
  };
  const conclusion = await makeCall({
    arguments: { ...options, from: options.from ?? connection.phone_number },
    name: sample?.name ?? nameOf(options),
    script,
    sample,
    showsWebhooks: options.webhooks === true,
    voice: options.speak ? voiceFor(display, sample) : undefined,
    consoleUrl: connection.console_url,
    api: clientOf({ url: connection.base_url, token: connection.access_token }),
    simulators,
    display,
    signal,
    ...(isTyped && { openKeyboard: (sid: string) => openKeyboard({ ...keyboard, sid }) }),
  });
  if (!conclusion) return EXIT.interrupted;
  return conclusion.call.status === 'ended' && conclusion.call.start_time ? 0 : 1;
}

/** The suffix of the agent's name without a sample. */
function nameOf({ type, script, callee }: CallArguments): string {
  if (callee !== undefined) return callee;
  if (script !== undefined) return basename(script, extname(script));
  return type ? 'typed' : 'booking';
}

/** The system's voice. Prints a line if it has none. */
function voiceFor(display: Display, sample: CallPlan['sample']): SystemVoice | undefined {
  const language = String(sample?.agent.language ?? 'en');
  const voice = findVoice({ language, signal, onFault: (line) => display.write(line) });
  if (!voice) display.write(NO_VOICE);
  return voice;
}
