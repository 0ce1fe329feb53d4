import { ApiError } from 'phone-call-agents-client';
import { api } from '../../api/client.ts';
import { adviceOn } from '../../api/fault.ts';
import { count, counted } from '../../format/numbers.ts';
import { Button } from '../../parts/controls.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useAct } from '../../parts/use-act.ts';
import { When } from '../../parts/values.tsx';
import { type Cause, MOST_COUNTED } from './webhook-failures.ts';

/** Why deliveries fail, in a line each, with a button that retries all of them. */
export function Causes({ causes }: { readonly causes: readonly Cause[] }) {
  const say = useToast();
  const retry = useAct({
    act: retryAll,
    changes: [['deliveries'], ['delivery']],
    onDone: ({ begun, error }, deliveries) => {
      const begunText = `Retrying ${count(begun)} of ${counted(deliveries.length, 'delivery', 'deliveries')}.`;
      say(error === undefined ? begunText : `${begunText} ${adviceOn(error).text}`, error !== undefined);
    },
  });
  if (causes.length === 0) return null;
  return (
    <ul className="causes" aria-label="Failures by cause">
      {causes.map(({ cause, since, deliveries }) => (
        <li key={cause} className="note bad row">
          <span>
            <strong>{cause}</strong> ×{count(deliveries.length)}{' '}
            <span className="faint">
              since <When at={since} />
            </span>
          </span>
          <Button disabled={retry.isPending} onClick={() => retry.mutate(deliveries)}>
            {deliveries.length === 1 ? 'Retry it' : `Retry all ${count(deliveries.length)}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Retries deliveries one after another, until the API refuses for another reason than the delivery itself. */
async function retryAll(deliveries: Cause['deliveries']) {
  let [begun, error]: [number, unknown] = [0, undefined];
  for (const { id } of deliveries.slice(0, 2 * MOST_COUNTED)) {
    try {
      await api.post('/v1/webhooks/deliveries/retry', { query: { id } });
      begun += 1;
    } catch (reason) {
      error = reason;
      if (!(reason instanceof ApiError) || reason.status !== 409) break;
    }
  }
  return { begun, error };
}
