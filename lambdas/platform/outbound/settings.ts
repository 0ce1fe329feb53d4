import { list } from '../variables/codecs.ts';
import type { Setting } from '../variables/setting.ts';

/** Networks (CIDR) that webhooks, external actions and context endpoints may reach even though they are not public. */
export const outboundAllowedNetworks: Setting<readonly string[]> = {
  name: 'OUTBOUND_ALLOWED_NETWORKS',
  codec: list,
  default: [],
};
