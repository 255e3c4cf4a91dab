import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

const topic = 'links.clicked';
/** Maximum account ids in one broadcast. A larger batch is announced for all accounts. */
const max = 200;

/** Broadcasts whose links were clicked, after the clicks are committed. */
export async function publishClicks(
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  accountIds: readonly string[],
): Promise<void> {
  await app.broadcast.publish(app, topic, accountIds.length > max ? null : [...accountIds]);
}

/**
 * Calls back with the account ids, or with nothing if any account may be affected. Returns a function that
 * ends the subscription.
 */
export function onClicks(
  { broadcast }: Pick<App, 'broadcast'>,
  heard: (accountIds: readonly string[] | undefined) => void,
): () => void {
  return broadcast.subscribe(topic, (payload: Json) =>
    heard((payload as readonly string[] | null) ?? undefined),
  );
}
