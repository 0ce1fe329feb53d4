import type { CaseResult } from './case-result.ts';

/** Maximum bytes of a stored result: thousands of results are kept for 30 days. */
const MAX_BYTES = 100_000;

/** Characters of JSON of a tool's arguments or answer, which are in both the turns and the transcript. */
const MAX_VALUE = 4_000;

const LEFT_OUT = 'Left out: the result is too large.';

/** A result trimmed to a size that can be stored: cuts long tool answers, then leaves out the turns. */
export function trimmedResult<Bytes extends Uint8Array>(
  { turns, transcript, ...result }: CaseResult,
  compressed: (value: CaseResult) => Bytes,
): Bytes {
  const short = {
    ...result,
    turns: turns.map((turn) => ({
      ...turn,
      tools: turn.tools.map((tool) => ({
        ...tool,
        args: shortened(tool.args) ?? tool.args,
        output: shortened(tool.output) ?? tool.output,
      })),
    })),
    transcript: transcript.map(({ action, ...turn }) => ({
      ...turn,
      ...(action && {
        action: {
          ...action,
          input: shortened(action.input) ?? action.input,
          output: shortened(action.output) ?? action.output,
        },
      }),
    })),
  };
  const whole = compressed(short);
  if (whole.length <= MAX_BYTES) return whole;
  return compressed({ ...result, turns: [], transcript: [], cut: LEFT_OUT });
}

/** The beginning of a value, in the form of call records. Undefined if the value is short. */
function shortened(value: unknown): { readonly shortened: string } | undefined {
  const json = JSON.stringify(value) ?? '';
  return json.length > MAX_VALUE ? { shortened: json.slice(0, MAX_VALUE) } : undefined;
}
