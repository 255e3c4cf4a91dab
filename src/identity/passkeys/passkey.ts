import { createHmac } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';

/** A passkey of an account. */
export interface Passkey {
  id: string;
  name: string;
  /** The host the passkey works on. */
  host: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The origin at which a passkey is created or used. Browsers do not offer it elsewhere. */
export interface Place {
  origin: string;
  host: string;
}

export function placeOf(config: Config, service: 'plazaUrl' | 'hopUrl'): Place {
  const { origin, hostname } = new URL(config[service]);
  return { origin, host: hostname };
}

/** The user handle of an account. It reveals nothing and never changes. */
export const userHandle = ({ config }: Pick<App, 'config'>, accountId: string) =>
  createHmac('sha256', config.secretKey).update(`passkeys of ${accountId}`).digest();
