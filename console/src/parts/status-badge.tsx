/** Kinds of state, by their colour and sign. Colour alone says nothing. */
const KINDS: Readonly<Record<string, 'good' | 'bad' | 'busy' | 'idle'>> = {
  ended: 'good',
  delivered: 'good',
  enabled: 'good',
  active: 'good',
  success: 'good',
  passed: 'good',
  same: 'good',
  finished: 'good',
  reached: 'good',
  in_progress: 'busy',
  pending: 'busy',
  retrying: 'busy',
  running: 'busy',
  calling: 'busy',
  paused: 'busy',
  diverged: 'busy',
  not_started: 'idle',
  error: 'bad',
  failed: 'bad',
  different: 'bad',
  invalid: 'bad',
  refused: 'bad',
  disabled: 'bad',
  cancelled: 'idle',
};

const SIGNS = { good: '✓', bad: '✕', busy: '●', idle: '○' };

/** A state in words, with a sign. */
export function StatusBadge({ status }: { readonly status: string }) {
  const kind = KINDS[status] ?? 'idle';
  return (
    <span className={`badge ${kind}`}>
      <span aria-hidden="true">{SIGNS[kind]} </span>
      {words(status)}
    </span>
  );
}

/** A name of the API in words: `not_started` as `not started`, `event_phone_call_ended` as `call ended`. */
export const words = (name: string): string =>
  name
    .replace(/^event_(phone_)?/, '')
    .replace('did_not', 'didn’t')
    .replaceAll('_', ' ');
