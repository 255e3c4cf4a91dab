import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

/** Where a link is looked up: the host of a branded domain, '' for the service's own, and the alias. */
export interface LinkPlace {
  host: string;
  alias: string;
}

const topic = 'links.changed';

/**
 * Makes every process look a link up again. Called in the transaction that adds, changes or deletes it, and for both
 * places of a link that moves.
 */
export async function announceLink(
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  link: { id: string; domain: string | null; alias: string },
): Promise<void> {
  const host = link.domain?.replace(/^https?:\/\//, '') ?? '';
  await app.broadcast.publish(app, topic, { id: link.id, host, alias: link.alias });
}

/** Returns what ends the subscription. */
export function onLinkChanged(
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (place: LinkPlace) => void,
): () => void {
  return broadcast.subscribe(topic, (payload: Json) => changed(payload as unknown as LinkPlace));
}
