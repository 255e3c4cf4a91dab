import { createAccessKey } from '../../src/identity/access-keys.ts';
import { createApiClient } from '../../src/identity/api-clients/api-clients.ts';
import { insertClicks, clickLines, sampleClick } from '../../src/links/clicks/spool/insert-clicks.ts';
import type { Services } from '../services.ts';
import { addPerson, password } from '../world.ts';

/** What a program needs to call both services, as `calls.mjs` reads it. */
export interface Caller {
  hop: string;
  plaza: string;
  key: string;
  app: { apiKey: string; apiSecret: string };
  password: string;
  /** Of the runtime. */
  name: string;
}

/** Adds a person who has a key, an app, and a link with a click. */
export async function addCaller({ app, hop, plaza }: Services): Promise<Omit<Caller, 'name'>> {
  const ada = await addPerson(app, 'ada');
  const key = await createAccessKey(app, ada.id);
  const { apiKey, apiSecret } = await createApiClient(app, 'Package', undefined);
  const answer = await fetch(`${hop}/api/url/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/clicked' }),
  });
  const { id } = (await answer.json()) as { id: number };
  await insertClicks(app, clickLines(sampleClick({ linkId: String(id) })));
  return { hop, plaza, key, app: { apiKey, apiSecret }, password };
}
