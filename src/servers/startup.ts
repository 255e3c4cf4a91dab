import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { hasPerson } from '../identity/sign-up/sign-up.ts';
import { receivingAddresses } from '../paid/settlement/receiving-addresses.ts';
import { projectFolder } from '../kernel/project-folder.ts';
import { minutes } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';
import { dropArchiveSlot, withClient } from '../platform/backup/record.ts';
import { type DatabaseAddress, directConnection } from '../platform/database/open.ts';
import type { Log } from '../platform/logging/log.ts';
import { requireInstallation } from '../platform/settings/installation.ts';
import { type Config, ConfigError } from '../platform/settings/config.ts';

/**
 * Throws if another program uses one of the ports, or the host is not on this machine. Checked before the
 * database starts and migrates, so that starting a second instance by mistake changes nothing.
 */
export async function requireFreePorts({
  HOST,
  PLAZA_PORT,
  HOP_PORT,
}: Pick<Config, 'HOST' | 'PLAZA_PORT' | 'HOP_PORT'>): Promise<void> {
  for (const [setting, port] of Object.entries({ PLAZA_PORT, HOP_PORT })) {
    // 0 selects any free port.
    if (port === 0) continue;
    const code = await listenOnce(HOST, port);
    if (code !== undefined) throw new ConfigError(refusal(code, setting, port, HOST));
  }
}

async function listenOnce(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function refusal(code: string, setting: string, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} (${setting}) is already in use. Stop the program that uses it, or set ${setting} to another port.`;
  if (code === 'EACCES')
    return `Port ${port} (${setting}) is not permitted for this user. Set ${setting} to a port above 1023.`;
  return `Cannot listen on HOST=${host} (${code}). Set it to an address of this machine, or to 0.0.0.0.`;
}

/** Refuses a machine that does not belong to the installation of the database. */
export async function requireOwnInstallation(
  config: Config,
  connection: DatabaseAddress,
  log: Log,
): Promise<void> {
  const { base, solana } = await receivingAddresses(config);
  await requireInstallation(
    { config, addresses: { base, solana } },
    directConnection(connection, config),
    log,
  );
}

/** The message printed after startup: the URLs and the first steps. */
export async function welcome(app: App): Promise<string> {
  const { config } = app;
  const first = (await hasPerson(app))
    ? ''
    : `\n  There are no accounts yet. The first one becomes the operator's:\n  ${config.plazaUrl}/signup\n`;
  return `
  Plaza, the network       ${config.plazaUrl}
  Hop, the link shortener  ${config.hopUrl}
  API docs                 ${config.plazaUrl}/api-docs   ${config.hopUrl}/api-docs
${first}
`;
}

/**
 * Archives the log of the embedded database in a process of its own, if that is wanted. Returns a function that ends it.
 */
export async function startArchiving(
  config: Config,
  connection: DatabaseAddress,
  log: Log,
): Promise<() => void> {
  if (config.BACKUP_ARCHIVE_DAYS === 0) {
    await withClient(connection, dropArchiveSlot);
    return () => undefined;
  }
  let child: ChildProcess;
  let again: NodeJS.Timeout | undefined;
  const start = () => {
    const script = join(projectFolder, 'scripts/backup.ts');
    // It ends with its channel to this process, however this one ends.
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, '--archive'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('error', (err) => log.error({ err }, 'the archive could not be started'));
    child.once('exit', (code) => {
      log.warn({ code }, 'the archive ended: it is started again in a minute');
      again = setTimeout(start, minutes(1)).unref();
    });
  };
  start();
  return () => {
    clearTimeout(again);
    child.removeAllListeners('exit').kill();
  };
}
