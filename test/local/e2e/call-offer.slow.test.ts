import { expect, it } from 'vitest';
import { findService } from '../../../local/call/find-service.ts';
import { newDataFolder } from '../../support/service/service-process.ts';

it('starts a service for a call if the user agrees, and stops it after the call', async () => {
  const data = newDataFolder();
  const questions: string[] = [];
  const confirm = async (question: string) => {
    questions.push(question);
    return true;
  };

  const { signal } = new AbortController();
  const service = await findService({ data, confirm, signal });
  const url = service.connection.openapi_url;
  const { status } = await fetch(url);
  await service.close();

  expect(questions).toEqual([
    `No service is running on the data folder ${data}. Start one for this call? [y/N] `,
  ]);
  expect(status).toBe(200);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
}, 240_000);

it('starts none if the user declines', async () => {
  const data = newDataFolder();

  const search = findService({ data, confirm: async () => false, signal: new AbortController().signal });

  await expect(search).rejects.toThrow(
    `No service is running on the data folder ${data}. Start it with "npm start -- --data ${data}" first, or name its folder with --data.`,
  );
});
