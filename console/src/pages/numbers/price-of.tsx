import type { Schema } from '../../api/client.ts';
import { money } from '../../format/numbers.ts';

/** What a number costs a month, and who says so. */
export function PriceOf({
  price,
  own,
}: {
  readonly price: Schema<'MonthlyPrice'> | null;
  /** Whether the user's own account pays. */
  readonly own: boolean;
}) {
  if (price === null)
    return <>Neither the vendor nor the price table of this service tells its price: ask the vendor first.</>;
  const amount = <strong>{money(price.amount, price.currency)} a month</strong>;
  return price.source === 'telephony_vendor' ? (
    <>
      {amount}, as the telephony vendor says: its present price for{' '}
      {own ? 'your own account' : 'the platform’s account'}.
    </>
  ) : (
    <>About {amount}, an estimate: the vendor did not tell, so it is from this service’s price table.</>
  );
}
