export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Whole seconds until a time, as queues count them; 0 if it has passed. */
export const secondsUntil = (due: Date, now: Date): number =>
  Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000));

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 200;

/** A format, which is cached: making one takes twenty times as long as using it. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([language, options]);
  const format = formats.get(name) ?? new Intl.DateTimeFormat(language, options);
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(name, format);
  return format;
}
