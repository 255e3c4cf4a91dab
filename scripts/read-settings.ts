import { existsSync } from 'node:fs';
import { readConfig } from '../src/platform/settings/config.ts';
import type { Config } from '../src/platform/settings/config.ts';

/** The settings that the services themselves would start with, but quieter. */
export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig({ LOG_LEVEL: 'warn', ...process.env });
}
