import type { App } from '../../platform/app.ts';
import { readSiteSettings } from '../../platform/settings/site-settings.ts';

/** What is ours, and no app's: names to go by, and hosts to live at. */
export interface ReservedNames {
  names: readonly string[];
  hosts: readonly string[];
  origins: readonly string[];
}

export async function getReservedNames(app: App): Promise<ReservedNames> {
  const { name } = await readSiteSettings(app);
  const addresses = [new URL(app.config.plazaUrl), new URL(app.config.hopUrl)];
  return {
    names: [name, 'Plaza', 'Hop'],
    // A machine of one's own is called localhost by everybody.
    hosts: addresses.map(({ hostname }) => hostname).filter((host) => host !== 'localhost'),
    origins: addresses.map(({ origin }) => origin),
  };
}
