import { createPrivateKey } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { freeBytes } from '../http/overload/free-space.ts';
import { type Config, formerNameWarnings } from '../settings/config.ts';
import { failing, type CheckFinding, info, warning } from './finding.ts';

type Asked = Pick<App, 'config'>;
type Check = (app: Asked) => Promise<CheckFinding[]> | CheckFinding[];

/** A disk with less is full soon: PostgreSQL stops at zero. */
const [leastShare, leastBytes] = [0.05, 1024 ** 3];

const isLocal = (url: string) =>
  /^(localhost|127\.|\[::1\]|.*\.(test|localhost)$)/.test(new URL(url).hostname);

const services = ({ plazaUrl, hopUrl, PLAZA_PORT, HOP_PORT }: Config) => [
  { name: 'PLAZA_URL', url: plazaUrl, port: PLAZA_PORT },
  { name: 'HOP_URL', url: hopUrl, port: HOP_PORT },
];

/** Checks of the machine and its settings. */
export const machineChecks: Readonly<Record<string, Check>> = {
  settings: ({ config }) => {
    const isPublic = !isLocal(config.plazaUrl);
    return [
      ...formerNameWarnings().map((message) =>
        warning(`${message}.`, 'Rename it in .env or the unit of the service.'),
      ),
      ...(isPublic && !config.secureCookies
        ? [
            failing(
              'PLAZA_URL is not https: passwords and sessions are sent in the clear.',
              'Put a proxy with HTTPS in front: docs/operations.md, “Behind a reverse proxy”',
            ),
          ]
        : []),
      ...(config.secureCookies && config.TRUST_PROXY === ''
        ? [
            warning(
              'PLAZA_URL is https, but TRUST_PROXY is empty: all visitors seem to have the address of the proxy.',
              'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
            ),
          ]
        : []),
      ...(!config.RATE_LIMITS
        ? [warning('RATE_LIMITS is false: nothing limits guesses of passwords.', 'Remove RATE_LIMITS.')]
        : []),
    ];
  },
  keys: ({ config }) => {
    const file = join(config.dataFolder, 'secret.key');
    if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) return [];
    return [failing(`Others can read ${file}.`, `chmod 600 ${file}`)];
  },
  disk: checkDisk,
  dns: async ({ config }) => {
    const found = await Promise.all(
      services(config).map(async ({ name, url }) => {
        const { hostname } = new URL(url);
        const isKnown = await lookup(hostname.replace(/^\[|\]$/g, '')).then(
          () => true,
          () => false,
        );
        return isKnown
          ? []
          : [
              failing(
                `The host of ${name}, ${hostname}, does not exist.`,
                `Add an A or AAAA record for ${hostname}, or correct ${name}.`,
              ),
            ];
      }),
    );
    return found.flat();
  },
  ports: async ({ config }) => {
    const host = ['0.0.0.0', '::', ''].includes(config.HOST) ? '127.0.0.1' : config.HOST;
    const found = await Promise.all(
      services(config).map(async ({ name, port }) => {
        const answer = await fetch(`http://${host}:${port}/readyz`, {
          signal: AbortSignal.timeout(seconds(3)),
        }).catch(() => undefined);
        if (answer?.ok) return [];
        if (!answer)
          return [failing(`Nothing answers on port ${port} (${name}).`, 'Start the services: npm start')];
        return [
          failing(
            `The service on port ${port} (${name}) is not ready: ${(await answer.text()).slice(0, 200)}`,
            'See “Health and metrics” in docs/operations.md.',
          ),
        ];
      }),
    );
    return found.flat();
  },
  mail: async ({ config }) => {
    if (!config.SMTP_URL) return [info('There is no SMTP_URL: emails stay in the outbox.', 'Set SMTP_URL.')];
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: config.SMTP_URL,
      connectionTimeout: seconds(5),
      greetingTimeout: seconds(5),
      socketTimeout: seconds(5),
    });
    const error = await transport.verify().then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    transport.close();
    const found = await findKeyMistake(config);
    if (error)
      found.push(
        failing(
          `The mail server cannot be used: ${error.message}`,
          'Correct SMTP_URL, then: npm run admin -- mail test you@example.org',
        ),
      );
    return found;
  },
  clicks: async ({ config }) => {
    const names = await readdir(join(config.dataFolder, 'clicks')).catch(() => []);
    const aside = names.filter((name) => !name.endsWith('.log'));
    return aside.length > 0
      ? [
          warning(
            `${aside.length} files of clicks could not be read and were set aside, such as ${aside[0]}.`,
            `Look at ${join(config.dataFolder, 'clicks')}, and delete them.`,
          ),
        ]
      : [];
  },
};

/** Without its key, no email is sent. */
async function findKeyMistake({ DKIM_KEY_FILE: file }: Config): Promise<CheckFinding[]> {
  if (file === '') return [];
  try {
    createPrivateKey(await readFile(file));
    return [];
  } catch (error) {
    return [
      failing(
        `DKIM_KEY_FILE cannot be used, so no email is sent: ${(error as Error).message}`,
        'Name a private key as PEM that the account of the services can read.',
      ),
    ];
  }
}

/** Whether the disk of the data has room for what comes. */
export async function checkDisk({ config }: Asked): Promise<CheckFinding[]> {
  const { blocks, bsize } = await statfs(config.dataFolder);
  const free = await freeBytes(config);
  if (free > leastBytes && free > blocks * bsize * leastShare) return [];
  const isFull = free < config.DISK_RESERVE_MIB * 1024 ** 2;
  return [
    failing(
      `The disk of ${config.dataFolder} has ${(free / 1e9).toFixed(2)} GB left.${isFull ? ' All changes are refused (DISK_RESERVE_MIB).' : ''}`,
      'Free some space, or move DATA_DIR to a larger disk. At zero, nothing can be written.',
    ),
  ];
}
