import { phoneNumber } from '../format/phone-number.ts';

/** A telephone number in readable groups; the hover has it as the API writes it. */
export function Phone({ number }: { readonly number: string }) {
  return (
    <bdi className="phone" title={number}>
      {phoneNumber(number)}
    </bdi>
  );
}
