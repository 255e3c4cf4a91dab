import { existsSync } from 'node:fs';
import { type Config, loadConfig } from '../src/platform/settings/config.ts';

/** Reads the same settings as the services, with less logging. */
export function getSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return loadConfig({ LOG_LEVEL: 'warn', ...process.env });
}
