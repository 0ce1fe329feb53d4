import { API_VERSIONS, DEFAULT_API_VERSION } from '../../lambdas/rest/api-version.ts';

/** Request headers, by the name of their component; the second one belongs to every POST. */
export const REQUEST_HEADERS = {
  ApiVersion: {
    name: 'Api-Version',
    in: 'header',
    required: false,
    description: 'The version of the API. If versions differ, the description of the operation says how.',
    schema: { type: 'string', enum: API_VERSIONS, default: DEFAULT_API_VERSION },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A key of your choice, so that you can safely repeat the request. A repeat within 24 hours is not executed again. It gets the same answer, with the header `idempotency-replayed: true`. 1 to 255 printable ASCII characters without spaces.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '7d1f0a52-6c4e-4c0b-9a53-2f1f6f0c8e11',
  },
} as const;
