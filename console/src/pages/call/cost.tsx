import type { Schema } from '../../api/client.ts';
import { exactMoney, money } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';

/** What a call cost; its parts on demand. */
export function Cost({ cost }: { readonly cost: Schema<'CallCost'> }) {
  const { currency, telephony, speech, model, aws, total, unpriced_models: unpriced = [] } = cost;
  const { tokens_are_estimated: isEstimated = false, is_incomplete: isIncomplete = false } = cost;
  const parts = [
    ['Telephony', telephony],
    ['Speech', speech],
    ['Language model', model],
    ['AWS', aws],
  ] as const;
  return (
    <Section title="Cost">
      <p className="figure-line">
        <strong className="figure">{money(total, currency)}</strong>
      </p>
      <details>
        <summary>Parts of the cost</summary>
        <dl className="parts">
          {parts.map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amount === null ? 'has no price' : exactMoney(amount, currency)}</dd>
            </div>
          ))}
        </dl>
        <p className="help">
          An estimate by the operator’s prices.
          {isEstimated && ' The vendor did not report all tokens: some are estimated.'}
          {unpriced.length > 0 && ` Without a price, and not in the total: ${unpriced.join(', ')}.`}
          {isIncomplete && unpriced.length === 0 && ' The last turns are not in it: the call was too long.'}
        </p>
      </details>
    </Section>
  );
}
