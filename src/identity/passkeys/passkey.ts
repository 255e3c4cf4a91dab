import { createHmac } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';

/** A key of somebody's that they sign in with. */
export interface Passkey {
  id: string;
  name: string;
  /** The host that it works at. */
  host: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The service at whose address a passkey is made or used: a browser offers it nowhere else. */
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
