import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

/** The lookup key of a link: the host of a branded domain ('' for the default domain) and the alias. */
export interface LinkPlace {
  host: string;
  alias: string;
}

const topic = 'links.changed';

interface Changed {
  id: string;
  domain: string | null;
  alias: string;
}
type Publisher = Pick<App, 'broadcast' | 'db' | 'afterCommit'>;

/**
 * Invalidates a cached link in every process. Must be called in the transaction that adds, changes or deletes
 * it, and for both keys when a link moves.
 */
export const publishLinkChange = (app: Publisher, link: Changed): Promise<void> =>
  app.broadcast.publish(app, topic, messageOf(link));

/** As many as fit into a notification of PostgreSQL, which has 8,000 bytes. */
const perMessage = 20;

/** As `publishLinkChange`, for many links. */
export async function publishLinkChanges(app: Publisher, links: readonly Changed[]): Promise<void> {
  for (let at = 0; at < links.length; at += perMessage)
    await app.broadcast.publish(app, topic, links.slice(at, at + perMessage).map(messageOf));
}

const messageOf = ({ id, domain, alias }: Changed) => ({
  id,
  host: domain?.replace(/^https?:\/\//, '') ?? '',
  alias,
});

/** Subscribes to link changes. Returns a function that ends the subscription. */
export function onLinkChanged(
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (place: LinkPlace) => void,
): () => void {
  return broadcast.subscribe(topic, (payload: Json) => {
    for (const place of [payload].flat()) changed(place as unknown as LinkPlace);
  });
}
