import { createInterface } from 'node:readline';
import { CommandError } from '#cli/errors.ts';
import type { Simulators } from '#cli/simulators/simulators.ts';
import type { Display } from './display.ts';
import type { Screen } from './screen.ts';
import { parseTypedLine, TYPING_HELP } from './script.ts';

interface KeyboardUse {
  readonly simulators: Pick<Simulators, 'say'>;
  readonly sid: string;
  readonly display: Display;
  readonly screen: Screen;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Ctrl-C, which a terminal in raw mode doesn't turn into a signal. */
  readonly onInterrupt: () => void;
}

/** Sends typed lines as the callee's words until the returned function is called. The end of the input (Ctrl-D) hangs up. */
export function openKeyboard({
  simulators,
  sid,
  display,
  screen,
  input,
  output,
  onInterrupt,
}: KeyboardUse): () => void {
  const prompt = display.paint('green', 'you> ');
  const lines = createInterface({ input, output, prompt, terminal: screen.isTerminal });
  let isClosing = false;
  const perform = async (typed: string) => {
    const line = parseTypedLine(typed);
    if (!line) return;
    if ('fault' in line) display.write(line.fault);
    else await simulators.say(sid, line);
  };
  const tryTo = (typed: string) =>
    perform(typed).catch((error: unknown) => {
      // Lines typed while the call ends are too late; the display shows the end anyway.
      if (!(error instanceof CommandError)) throw error;
      if (!isClosing) display.write(error.message);
    });
  lines.on('line', (typed) => {
    screen.takeTyped(typed);
    void tryTo(typed);
  });
  lines.on('SIGINT', onInterrupt);
  lines.on('close', () => {
    screen.keepBelow(undefined);
    if (!isClosing) void tryTo('/hangup');
  });
  display.write(display.paint('dim', TYPING_HELP), '');
  screen.keepBelow(lines);
  return () => {
    isClosing = true;
    lines.close();
  };
}
