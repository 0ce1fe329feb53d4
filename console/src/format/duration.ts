/** A duration in m:ss, or h:mm:ss from an hour on. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Seconds between two times (ISO 8601); undefined if one is missing or wrong. */
export function secondsBetween(
  from: string | null | undefined,
  until: string | null | undefined,
): number | undefined {
  const seconds = (Date.parse(until ?? '') - Date.parse(from ?? '')) / 1000;
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Milliseconds for a person: `420 ms`, `1.24 s`, and m:ss from a minute on. */
export function milliseconds(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(2)} s` : duration(ms / 1000);
}

/** How a response time feels to the contact. */
export type Feeling = 'good' | 'busy' | 'bad';

/**
 * Milliseconds of silence after which the contact hears hesitation, and after which the contact doubts that anybody is there. People answer
 * each other within 200 ms, and hear reluctance in gaps from 700 ms on: https://doi.org/10.1121/1.4802900. Twilio's
 * guide to voice agents allows at most 1.4 s:
 * https://www.twilio.com/en-us/blog/developers/best-practices/guide-core-latency-ai-voice-agents
 */
const [HESITATES_MS, DOUBTS_MS] = [800, 1_500];

export function feelingOf(ms: number): Feeling {
  if (ms < HESITATES_MS) return 'good';
  return ms <= DOUBTS_MS ? 'busy' : 'bad';
}

/** A feeling in words, since colour alone doesn’t tell everybody. */
export const FEELINGS: Readonly<Record<Feeling, string>> = {
  good: 'Natural',
  busy: 'Noticeable pause',
  bad: 'Too slow',
};
