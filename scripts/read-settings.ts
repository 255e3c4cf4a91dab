import { existsSync } from 'node:fs';
import { readConfig } from '../src/platform/settings/config.ts';
import type { Config } from '../src/platform/settings/config.ts';

/** Reads the same settings as the services, with less logging. */
export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig({ LOG_LEVEL: 'warn', ...process.env });
}
