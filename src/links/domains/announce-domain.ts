import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

const topic = 'links.domain-changed';

/**
 * Makes every process reload a domain. Must be called in the transaction that adds, changes or deletes it.
 */
export async function publishDomainChange(
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  host: string,
): Promise<void> {
  await app.broadcast.publish(app, topic, host);
}

/** Subscribes to domain changes. Returns a function that ends the subscription. */
export const onDomainChanged = (
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (host: string) => void,
): (() => void) => broadcast.subscribe(topic, (payload: Json) => changed(payload as string));
