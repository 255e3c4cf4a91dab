import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

/** The lookup key of a link: the host of a branded domain ('' for the default domain) and the alias. */
export interface LinkPlace {
  host: string;
  alias: string;
}

const topic = 'links.changed';

/**
 * Invalidates a cached link in every process. Must be called in the transaction that adds, changes or deletes
 * it, and for both keys when a link moves.
 */
export async function publishLinkChange(
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  link: { id: string; domain: string | null; alias: string },
): Promise<void> {
  const host = link.domain?.replace(/^https?:\/\//, '') ?? '';
  await app.broadcast.publish(app, topic, { id: link.id, host, alias: link.alias });
}

/** Subscribes to link changes. Returns a function that ends the subscription. */
export function onLinkChanged(
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (place: LinkPlace) => void,
): () => void {
  return broadcast.subscribe(topic, (payload: Json) => changed(payload as unknown as LinkPlace));
}
