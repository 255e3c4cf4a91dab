import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../src/platform/settings/config.ts';

/** Reads the same settings as the services, with less logging. */
export function getSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return loadConfig({ LOG_LEVEL: 'warn', ...process.env });
}

/** The same for scripts about an installation. Throws where there is none, rather than creating one. */
export function getExistingSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  // Any key, because without one it would be created.
  const { dataFolder, embeddedDatabase } = loadConfig({ ...process.env, SECRET_KEY: '00'.repeat(32) });
  const has = (name: string) => existsSync(join(dataFolder, name));
  if ((embeddedDatabase && !has('postgres')) || (!process.env.SECRET_KEY && !has('secret.key')))
    throw new ConfigError(
      `There is no installation in ${dataFolder}. Set DATA_DIR and the other settings as the services have them.`,
    );
  return getSettings();
}
