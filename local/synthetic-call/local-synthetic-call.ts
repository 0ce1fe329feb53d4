/** The synthetic call of the local service: the simulated carrier answers. */
export const LOCAL_SYNTHETIC_CALL = {
  everyMinutes: 5,
  to: '+15550006666',
  hears: 'this is the test line',
};

/** The user who places it, and the number that they hold. */
export const SYNTHETIC_USER = {
  id: '0199aaaa-0000-7000-8000-000000000003',
  phoneNumber: '+15550004444',
} as const;
