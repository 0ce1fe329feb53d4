import type { Line } from 'vendor-simulators/carrier/callees/callee-config.ts';

export const TYPING_HELP = 'Type what the callee says. Also: /interrupt TEXT, /dtmf 12#, /hangup.';

/** Parses a typed line: an action of the callee, nothing (undefined), or a fault to report. */
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
