import * as z from 'zod/mini';
import { text } from '../../platform/fields.ts';

export const timeZone = () =>
  text(64).check(z.refine(isTimeZone, 'Must be the IANA name of a time zone, such as Europe/Berlin.'));

/** Whether a text is the IANA name of a time zone, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Zones by country code, of countries in which nearly everybody lives in one zone. */
const ZONES = `20 Africa/Cairo 27 Africa/Johannesburg 30 Europe/Athens 31 Europe/Amsterdam 32 Europe/Brussels
33 Europe/Paris 34 Europe/Madrid 36 Europe/Budapest 39 Europe/Rome 40 Europe/Bucharest 41 Europe/Zurich
43 Europe/Vienna 44 Europe/London 45 Europe/Copenhagen 46 Europe/Stockholm 47 Europe/Oslo 48 Europe/Warsaw
49 Europe/Berlin 51 America/Lima 54 America/Argentina/Buenos_Aires 57 America/Bogota 60 Asia/Kuala_Lumpur
63 Asia/Manila 64 Pacific/Auckland 65 Asia/Singapore 66 Asia/Bangkok 81 Asia/Tokyo 82 Asia/Seoul
84 Asia/Ho_Chi_Minh 86 Asia/Shanghai 90 Europe/Istanbul 91 Asia/Kolkata 92 Asia/Karachi 234 Africa/Lagos
351 Europe/Lisbon 352 Europe/Luxembourg 353 Europe/Dublin 358 Europe/Helsinki 380 Europe/Kyiv
420 Europe/Prague 421 Europe/Bratislava 852 Asia/Hong_Kong 886 Asia/Taipei 971 Asia/Dubai 972 Asia/Jerusalem`.split(
  /\s+/,
);

/** The time zone of a telephone number's country. Undefined if the country has several, or is not known. */
export function zoneOfNumber(number: string): string | undefined {
  const at = Math.max(ZONES.indexOf(number.slice(1, 3)), ZONES.indexOf(number.slice(1, 4)));
  return at < 0 ? undefined : ZONES[at + 1];
}
