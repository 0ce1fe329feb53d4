import type { NumberSettings } from '../state/numbers.ts';
import { checkUrl } from '../vendor-api/check-url.ts';
import { refuseMethods } from '../vendor-api/refuse-methods.ts';
import { VendorError } from '../vendor-api/vendor-error.ts';
import { nationalFormat } from './national-format.ts';

const MAX_FRIENDLY_NAME_LENGTH = 64;

/** The default settings of a number. */
export function defaultSettings(phoneNumber: string): NumberSettings {
  return {
    friendlyName: nationalFormat(phoneNumber),
    voiceUrl: undefined,
    voiceFallbackUrl: undefined,
    statusCallback: undefined,
  };
}

/** Applies a form to the settings. Throws the vendor's error for the first invalid parameter. */
export function changeSettings(settings: NumberSettings, form: URLSearchParams): NumberSettings {
  refuseMethods(form);
  const friendlyName = form.get('FriendlyName') ?? settings.friendlyName;
  if (friendlyName.length > MAX_FRIENDLY_NAME_LENGTH) {
    throw new VendorError(
      400,
      20001,
      `FriendlyName must be at most ${MAX_FRIENDLY_NAME_LENGTH} characters long.`,
    );
  }
  const voiceUrl = parseUrl(form, 'VoiceUrl', settings.voiceUrl);
  const voiceFallbackUrl = parseUrl(form, 'VoiceFallbackUrl', settings.voiceFallbackUrl);
  // https://www.twilio.com/docs/api/errors/21405
  if (voiceFallbackUrl !== undefined && voiceUrl === undefined)
    throw new VendorError(400, 21405, 'Cannot set VoiceFallbackUrl without setting Url');
  return {
    friendlyName,
    voiceUrl,
    voiceFallbackUrl,
    statusCallback: parseUrl(form, 'StatusCallback', settings.statusCallback),
  };
}

function parseUrl(form: URLSearchParams, name: string, current: string | undefined): string | undefined {
  const url = form.get(name);
  if (url === null) return current;
  if (url !== '') checkUrl(url, 21402, name);
  return url || undefined;
}
