import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { startCarrier } from '../../src/carrier/carrier.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

it.each([
  [200, JSON_BODY],
  [
    200,
    { 'Content-Type': 'Application/JSON; charset=utf-8', Host: '[::1]:{port}', 'Sec-Fetch-Site': 'none' },
  ],
  [200, { ...JSON_BODY, Host: 'LocalHost:{port}', Origin: 'http://localhost:{port}' }],
  [403, { ...JSON_BODY, Host: 'rebound.example:{port}' }],
  [403, { ...JSON_BODY, Host: '127.0.0.1.rebound.example:{port}' }],
  [403, { ...JSON_BODY, Host: '127.0.0.1:1' }],
  [403, { ...JSON_BODY, Origin: 'https://evil.example' }],
  [403, { ...JSON_BODY, Origin: 'http://127.0.0.1:1' }],
  [403, { ...JSON_BODY, Origin: 'null' }],
  [403, { ...JSON_BODY, 'Sec-Fetch-Site': 'cross-site' }],
  [403, { ...JSON_BODY, 'Sec-Fetch-Site': 'same-site' }],
  [415, { 'Content-Type': 'text/plain;charset=UTF-8' }],
  [415, { 'Content-Type': 'text/plain; application/json' }],
  [415, FORM],
  [415, {}],
  // The vendor's own API takes forms only, and needs credentials.
  [401, FORM, '/2010-04-01/Accounts/AC1/Calls.json'],
  [415, JSON_BODY, '/2010-04-01/Accounts/AC1/Calls.json'],
])('a simulated vendor answers %i to %j', async (status, given, path = '/simulator/callees/%2B15550001111/next') => {
  const { url, close } = await startCarrier({ accountSid: 'AC1', authToken: 'x' });
  onTestFinished(close);
  const told = JSON.stringify(given).replaceAll('{port}', new URL(url).port);
  const sent = request(url + path, { method: 'POST', headers: JSON.parse(told) }).end('{}');

  const [response] = (await once(sent, 'response')) as [IncomingMessage];

  expect(response.resume().statusCode).toBe(status);
});
