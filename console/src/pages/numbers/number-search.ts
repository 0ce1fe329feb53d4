import type { Schema } from '../../api/client.ts';

/** What the address of the page of numbers says: the list's filters, and what is searched for to buy. */
export const NUMBER_SEARCH = [
  'text',
  'state',
  'agent',
  'find',
  'area_code',
  'contains',
  'telephony_account_connection',
] as const;

export const STATES = [
  ['active', 'active'],
  ['cancelled', 'cancelled'],
] as const;

/** Whether a number passes the list's filters: text in its label or its digits, its state, and who answers it. */
export function passes(
  number: Pick<Schema<'ListedNumber'>, 'number' | 'label' | 'active' | 'inbound_agent'>,
  { text = '', state, agent }: { readonly [Name in 'text' | 'state' | 'agent']?: string | undefined },
): boolean {
  const sought = text.trim().toLowerCase();
  const digits = /^[+\d\s()./-]+$/.test(sought) ? sought.replaceAll(/\D/g, '') : '';
  const hasText =
    number.label.toLowerCase().includes(sought) || (digits !== '' && number.number.includes(digits));
  const hasState = state === undefined || number.active === (state === 'active');
  return hasText && hasState && (agent === undefined || (number.inbound_agent ?? 'nobody') === agent);
}
