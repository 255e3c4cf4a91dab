import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';

/** Names and hosts reserved for the site, which no app may use. */
export interface ReservedNames {
  names: readonly string[];
  hosts: readonly string[];
  origins: readonly string[];
}

export async function getReservedNames(app: App): Promise<ReservedNames> {
  const { name } = await getSiteSettings(app);
  const addresses = [new URL(app.config.plazaUrl), new URL(app.config.hopUrl)];
  return {
    names: [name, 'Plaza', 'Hop'],
    // Development instances are all called localhost, so it is not reserved.
    hosts: addresses.map(({ hostname }) => hostname).filter((host) => host !== 'localhost'),
    origins: addresses.map(({ origin }) => origin),
  };
}
