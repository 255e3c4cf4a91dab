import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { signature } from '../../kernel/secrets.ts';
import type { DatabaseAddress } from '../database/open.ts';
import { DatabaseClient } from '../database/connections/client.ts';
import { connectionSettings } from '../database/connections/pool.ts';
import type { Log } from '../logging/log.ts';
import { type Config, ConfigError } from './config.ts';

/** What all machines of an installation have in common. In the database, so that a machine without it is noticed. */
interface Installation {
  id: string;
  /** of the secret key, which it does not reveal */
  fingerprint: string;
  /** where payments arrive */
  addresses: { base: string; solana: string };
  /** the folder or bucket of uploads */
  files: string;
}

interface Machine {
  config: Config;
  addresses: Installation['addresses'];
}

const name = 'installation';

/**
 * Throws if this machine has another secret key, other receiving addresses or other uploads than the installation: it
 * could not decrypt what the others stored, would take payments to addresses that the operator does not know, and
 * would not find their pictures. The first start decides what the installation has.
 */
export async function requireInstallation(
  machine: Machine,
  connection: DatabaseAddress,
  log: Log,
): Promise<void> {
  const { config } = machine;
  const client = new DatabaseClient({
    ...connection,
    ...connectionSettings,
    application_name: 'plaza start',
  });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    const stored = (await readStored(client)) ?? (await writeFirst(client, machine));
    if (config.ACCEPT_INSTALLATION) await accept(client, machine, stored, log);
    else await compare(client, machine, stored, log);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The first start decides. The folder is marked before the row is written, which another machine may do first. */
async function writeFirst(client: pg.Client, machine: Machine): Promise<Installation> {
  const { config } = machine;
  const id = config.S3_BUCKET ? randomUUID() : ensureMarker(config, randomUUID());
  await client.query(
    'insert into system.setting (name, value, changed_at) values ($1, $2, now()) on conflict (name) do nothing',
    [name, JSON.stringify(describeOwn(machine, id))],
  );
  const stored = await readStored(client);
  if (!stored) throw new Error('The installation could not be stored.');
  return stored;
}

async function accept(client: pg.Client, machine: Machine, { id }: Installation, log: Log): Promise<void> {
  const { config } = machine;
  if (!config.S3_BUCKET) ensureMarker(config, id, 'w');
  await replace(client, describeOwn(machine, id));
  log.warn('the installation is now what this machine has (ACCEPT_INSTALLATION)');
}

function describeOwn({ config, addresses }: Machine, id: string): Installation {
  return {
    id,
    fingerprint: signature(config.secretKey.toString('hex'), name).slice(0, 32),
    addresses,
    files: config.S3_BUCKET ? `s3 ${config.S3_ENDPOINT} ${config.S3_BUCKET}` : 'folder',
  };
}

async function compare(client: pg.Client, machine: Machine, stored: Installation, log: Log): Promise<void> {
  const { config } = machine;
  const own = describeOwn(machine, stored.id);
  if (own.fingerprint !== stored.fingerprint) throw refusal('another SECRET_KEY', secretAdvice(config));
  const changed: (keyof typeof changes)[] = [];
  if (own.addresses.base !== stored.addresses.base || own.addresses.solana !== stored.addresses.solana)
    changed.push('addresses');
  if (own.files !== stored.files) changed.push('files');
  if (changed[0]) {
    const { what, advice } = changes[changed[0]];
    if (!config.embeddedDatabase && (await othersRun(client))) throw refusal(what, advice);
    log.warn({ changed }, 'the installation has changed');
    if (!config.S3_BUCKET && changed.includes('files')) ensureMarker(config, stored.id, 'w');
    await replace(client, own);
  }
  if (config.S3_BUCKET || readMarker(config) === stored.id) return;
  throw refusal(
    'other uploads',
    `Share ${config.dataFolder}/uploads with the other machines or restore it from a backup, or use a bucket (S3_BUCKET).`,
  );
}

/** What an operator may change while no machine runs. */
const changes = {
  addresses: {
    what: 'other receiving addresses',
    advice:
      'Set the same X402_PAY_TO_BASE and X402_PAY_TO_SOLANA on every machine, or copy payment-keys.json from the DATA_DIR of the others. To change them, stop all machines first.',
  },
  files: {
    what: 'another place for uploads',
    advice:
      'Set the same S3_BUCKET and S3_ENDPOINT on every machine. To move the uploads, stop all machines first.',
  },
};

const secretAdvice = ({ SECRET_KEY, dataFolder }: Config): string =>
  SECRET_KEY
    ? 'Set the SECRET_KEY of the other machines, or that with which it was first started.'
    : `Set SECRET_KEY to the key of the other machines, or restore ${dataFolder}/secret.key from a backup.`;

const refusal = (what: string, advice: string): ConfigError =>
  new ConfigError(
    `This machine has ${what} than the installation in the database. ${advice} ` +
      'If the old one is lost for good, start once with ACCEPT_INSTALLATION=true.',
  );

/** Every machine that runs jobs writes every few seconds. */
async function othersRun(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from system.job_runner where seen_at > now() - interval '20 seconds' limit 1`,
  );
  return rows.length > 0;
}

const markerOf = ({ dataFolder }: Config) => join(dataFolder, 'uploads', '.installation');

function readMarker(config: Config): string | undefined {
  try {
    return readFileSync(markerOf(config), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Marks the folder of uploads. Returns its mark, which is another one if it has one already. */
function ensureMarker(config: Config, id: string, flag: 'wx' | 'w' = 'wx'): string {
  mkdirSync(dirname(markerOf(config)), { recursive: true });
  try {
    writeFileSync(markerOf(config), `${id}\n`, { flag });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readMarker(config) ?? id;
}

async function readStored(client: pg.Client): Promise<Installation | undefined> {
  const { rows } = await client.query<{ value: Installation }>(
    'select value from system.setting where name = $1',
    [name],
  );
  return rows[0]?.value;
}

const replace = (client: pg.Client, value: Installation) =>
  client.query('update system.setting set value = $2, changed_at = now() where name = $1', [
    name,
    JSON.stringify(value),
  ]);
