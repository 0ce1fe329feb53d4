import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

type ContentSecurityPolicy = Readonly<Record<string, readonly string[]>>;

const SELF = "'self'";
const NONE = "'none'";

/**
 * What the pages may load and do: use their own files, the API, and recordings by the API's links; nothing inline.
 * Trusted Types refuse text as code:
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy
 */
const ofPages = (recordingsUrl: string): ContentSecurityPolicy => ({
  'default-src': [NONE],
  'script-src': [SELF],
  'style-src': [SELF],
  'img-src': [SELF],
  'font-src': [SELF],
  'connect-src': [SELF],
  'media-src': [SELF, `${recordingsUrl}/`],
  'form-action': [NONE],
  'base-uri': [NONE],
  'frame-ancestors': [NONE],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [NONE],
});

/** API responses are data, not pages. */
const OF_API: ContentSecurityPolicy = { 'default-src': [NONE], 'frame-ancestors': [NONE] };

/** The pages may use the microphone, to talk to an agent; they need no other browser feature. */
const FEATURES = ['camera', 'display-capture', 'geolocation', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .concat('microphone=(self)')
  .join(', ');

/** No other page shares a process or window with the console, or embeds any part of it. */
const ALONE = {
  'Permissions-Policy': FEATURES,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export interface ConsoleHeaders {
  readonly pages: ResponseHeadersPolicy;
  readonly api: ResponseHeadersPolicy;
}

export function consoleHeaders(
  scope: Construct,
  { name, recordingsUrl }: { readonly name: string; readonly recordingsUrl: string },
): ConsoleHeaders {
  const policy = (id: string, csp: ContentSecurityPolicy, own: Readonly<Record<string, string>> = {}) =>
    new ResponseHeadersPolicy(scope, id, {
      responseHeadersPolicyName: `${name}-${id}`,
      securityHeadersBehavior: securityHeaders(csp),
      customHeadersBehavior: {
        customHeaders: Object.entries({ ...ALONE, ...own }).map(([header, value]) => ({
          header,
          value,
          override: true,
        })),
      },
    });
  return {
    pages: policy('PageHeaders', ofPages(recordingsUrl)),
    api: policy('ApiHeaders', OF_API, { 'Cache-Control': 'no-store' }),
  };
}

function securityHeaders(csp: ContentSecurityPolicy): ResponseSecurityHeadersBehavior {
  const override = true;
  return {
    contentSecurityPolicy: { override, contentSecurityPolicy: textOf(csp) },
    contentTypeOptions: { override },
    // For browsers without frame-ancestors.
    frameOptions: { override, frameOption: HeadersFrameOption.DENY },
    referrerPolicy: { override, referrerPolicy: HeadersReferrerPolicy.NO_REFERRER },
    strictTransportSecurity: { override, accessControlMaxAge: Duration.days(730), includeSubdomains: true },
  };
}

const textOf = (csp: ContentSecurityPolicy) =>
  Object.entries(csp)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
