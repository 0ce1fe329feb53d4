import type { Line } from 'vendor-simulators/carrier/callees/callee-config.ts';

/** The agent's words before a scripted interruption. */
const INTERRUPT_AFTER_WORDS = 3;

/**
 * Parses a script: a line is an utterance, `> text` interrupts the agent, `(wait 2s)`, `(press 1 2 #)` and `(hang up)`
 * are actions, `# …` is a comment, and `\\…` is an utterance whatever its first character. An error names the line.
 */
export function parseScript(text: string): Line[] {
  return text.split(/\r?\n/).flatMap((raw, index): Line[] => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return [];
    if (line.startsWith('(')) return [parseAction(line, index + 1)];
    if (line.startsWith('\\')) return [{ say: line.slice(1) }];
    if (!line.startsWith('>')) return [{ say: line }];
    const interruption = line.slice(1).trim();
    if (interruption === '') throw scriptError(index + 1, 'there is nothing to say after ">"');
    return [{ interrupt: interruption, after_words: INTERRUPT_AFTER_WORDS }];
  });
}

function parseAction(line: string, number: number): Line {
  if (!line.endsWith(')')) throw scriptError(number, `"${line}" has no closing parenthesis`);
  const action = line.slice(1, -1).trim().toLowerCase();
  if (action === 'hang up') return { hang_up: true };
  const wait = /^wait\s+(\d+(?:\.\d+)?)\s*(ms|s)$/.exec(action);
  if (wait) return { wait_ms: Math.round(Number(wait[1]) * (wait[2] === 's' ? 1000 : 1)) };
  const press = /^press\s+([0-9*#][0-9*#\s]*)$/.exec(action);
  if (press?.[1]) return { dtmf: press[1].replace(/\s/g, '') };
  throw scriptError(number, `"${line}" is not (wait 2s), (press 1 2 #) or (hang up)`);
}

const scriptError = (line: number, message: string) => new Error(`Line ${line}: ${message}.`);

export const TYPING_HELP = 'Type what the callee says. Also: /interrupt TEXT, /dtmf 12#, /hangup.';

/** Parses a typed line. Returns an action of the callee, undefined for an empty line, or what is wrong. */
export function parseTypedLine(typed: string): Line | { readonly fault: string } | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!text.startsWith('/')) return { say: text };
  const [command = '', ...words] = text.split(/\s+/);
  const rest = words.join(' ');
  if (command === '/hangup' && rest === '') return { hang_up: true };
  if (command === '/interrupt' && rest !== '') return { interrupt: rest, after_words: 0 };
  const digits = rest.replaceAll(' ', '');
  if (command === '/dtmf' && /^[0-9*#]+$/.test(digits)) return { dtmf: digits };
  return { fault: `"${text}" is not understood. ${TYPING_HELP}` };
}
