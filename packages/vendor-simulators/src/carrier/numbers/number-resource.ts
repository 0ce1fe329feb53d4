import type { HeldNumber } from '../state/numbers.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';

/** A held number as the vendor's REST API shows it. */
export function numberResource(number: HeldNumber): Record<string, unknown> {
  const { sid, account, settings } = number;
  const uri = `/${API_VERSION}/Accounts/${account.sid}/IncomingPhoneNumbers/${sid}`;
  return {
    sid,
    account_sid: account.sid,
    phone_number: number.phoneNumber,
    friendly_name: settings.friendlyName,
    voice_url: settings.voiceUrl ?? '',
    voice_method: settings.voiceMethod,
    voice_fallback_url: settings.voiceFallbackUrl ?? '',
    voice_fallback_method: settings.voiceFallbackMethod,
    voice_caller_id_lookup: false,
    voice_application_sid: '',
    voice_receive_mode: 'voice',
    sms_url: '',
    sms_method: 'POST',
    sms_fallback_url: '',
    sms_fallback_method: 'POST',
    sms_application_sid: '',
    status_callback: settings.statusCallback ?? '',
    status_callback_method: settings.statusCallbackMethod,
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    date_created: rfc2822(number.createdAt),
    date_updated: rfc2822(number.updatedAt),
    origin: 'twilio',
    status: 'in-use',
    type: 'local',
    beta: false,
    address_requirements: 'none',
    address_sid: null,
    bundle_sid: null,
    identity_sid: null,
    trunk_sid: null,
    emergency_status: 'Inactive',
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    api_version: API_VERSION,
    uri: `${uri}.json`,
    subresource_uris: { assigned_add_ons: `${uri}/AssignedAddOns.json` },
  };
}
