import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createAccessKey } from '../../../src/identity/access-keys.ts';
import { startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { LinkClient } from './link-client.ts';

export type Clients = Awaited<ReturnType<typeof openClients>>;

/** Starts both services with two people's clients of Hop. The second one sends its key without a scheme. */
export async function openClients() {
  const services = await startServices({ HOP_RATE_LIMIT: '100000' });
  const ada = await addPerson(services.app, 'ada');
  const bob = await addPerson(services.app, 'bob');
  const key = await createAccessKey(services.app, ada.id);
  return {
    services,
    ada,
    key,
    client: await LinkClient.open(services.hop, `Bearer ${key}`),
    other: await LinkClient.open(services.hop, await createAccessKey(services.app, bob.id)),
  };
}

/** Returns the specification's rows whose method and path match. */
export function rowsOf(pattern: RegExp): string[] {
  const rows = readFileSync('test/specification/endpoints.tsv', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('links\t'))
    .map((line) => line.split('\t').slice(2, 4).join(' '))
    .filter((row) => pattern.test(row));
  assert.ok(rows.length > 0);
  return rows;
}

export const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
export const fieldsOf = (record: unknown): string[] => Object.keys(record as object);

/** Checks that a record has at least the fields of the specification. */
export function has(record: unknown, fields: string): void {
  const missing = fields.split(' ').filter((field) => !fieldsOf(record).includes(field));
  assert.deepEqual(missing, [], JSON.stringify(record));
}
