import type { Account } from '../accounts/accounts.ts';
import type { CarrierContext } from '../state/context.ts';
import type { HeldNumber } from '../state/numbers.ts';
import { isE164 } from '../vendor-api/e164.ts';
import { internalError, VendorError } from '../vendor-api/vendor-error.ts';
import { availableNumbers, isAvailable } from './available-numbers.ts';
import { changeSettings, defaultSettings } from './number-settings.ts';

/** Sells an account the requested number, or one in an area code. Throws the vendor's error if it cannot. */
export function buyNumber(context: CarrierContext, account: Account, form: URLSearchParams): HeldNumber {
  const { purchase } = context.faults.of(account);
  if (purchase === 'refuse') {
    throw new VendorError(403, 10002, 'Trial accounts do not support the feature you tried to use');
  }
  if (purchase === 'fail-before') throw internalError();
  const phoneNumber = chooseNumber(context, account, form);
  return context.numbers.give(account, phoneNumber, changeSettings(defaultSettings(phoneNumber), form));
}

function chooseNumber(context: CarrierContext, account: Account, form: URLSearchParams): string {
  const wanted = form.get('PhoneNumber');
  const areaCode = form.get('AreaCode');
  if (wanted === null && areaCode !== null) {
    const [found] = availableNumbers(context, account, areaCode);
    if (found !== undefined) return found;
    throw new VendorError(400, 21452, `No phone numbers found in area code ${areaCode}.`);
  }
  if (wanted === null || !isE164(wanted)) {
    throw new VendorError(
      400,
      21421,
      `PhoneNumber is invalid: ${wanted ?? 'neither it nor AreaCode is given'}`,
    );
  }
  const isTaken = context.faults.of(account).purchase === 'taken';
  if (!isTaken && isAvailable(context, account, wanted)) return wanted;
  throw new VendorError(400, 21422, `PhoneNumber is not available: ${wanted}`);
}
