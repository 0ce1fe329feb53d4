import type { Schema } from '../../api/client.ts';
import { exactMoney } from '../../format/numbers.ts';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/page.tsx';

/** What a call cost, by its parts. */
export function Cost({ cost }: { readonly cost: Schema<'CallCost'> }) {
  const { currency, telephony, speech, model, aws, total, unpriced_models: unpriced = [] } = cost;
  const { tokens_are_estimated: isEstimated = false, is_incomplete: isIncomplete = false } = cost;
  const amount = (value: number) => exactMoney(value, currency);
  return (
    <Section title="Cost">
      <Facts
        facts={[
          ['Telephony', amount(telephony)],
          ['Speech', amount(speech)],
          ['Language model', model === null ? 'has no price' : amount(model)],
          ['AWS', amount(aws)],
          ['Total', <strong key="total">{amount(total)}</strong>],
        ]}
      />
      <p className="help">
        An estimate by the operator’s prices.
        {isEstimated && ' The vendor did not report all tokens: some are estimated.'}
        {unpriced.length > 0 && ` Without a price, and not in the total: ${unpriced.join(', ')}.`}
        {isIncomplete && unpriced.length === 0 && ' The last turns are not in it: the call was too long.'}
      </p>
    </Section>
  );
}
