/** A number in the reader's locale, with at most the given number of decimals. */
export function count(value: number, decimals = 0, locale?: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value);
}

/** A number of things: `1 call`, `2 calls`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** A share of 0 to 1 as per cent. */
export function percent(share: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** The value below which the share of the values lies (nearest rank); undefined for an empty list. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** An amount of money with two decimals; less than a cent as `< $0.01`. */
export function money(amount: number, currency: string, locale?: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return amount > 0 && amount < 0.01 ? `< ${format.format(0.01)}` : format.format(amount);
}

/** An amount of money with up to four decimals, where parts of a cent matter. */
export function exactMoney(amount: number, currency: string, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(
    amount,
  );
}
