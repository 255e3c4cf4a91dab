import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

const topic = 'links.clicked';
/** Beyond so many accounts in one batch it is shorter to say that it may be anybody's. */
const max = 200;

/** Tells every process whose links were followed, when the clicks can be read. */
export async function announceClicks(
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  accountIds: readonly string[],
): Promise<void> {
  await app.broadcast.publish(app, topic, accountIds.length > max ? null : [...accountIds]);
}

/** Calls with the accounts, or with nothing when it may be any. Returns what ends the subscription. */
export function onClicks(
  { broadcast }: Pick<App, 'broadcast'>,
  heard: (accountIds: readonly string[] | undefined) => void,
): () => void {
  return broadcast.subscribe(topic, (payload: Json) =>
    heard((payload as readonly string[] | null) ?? undefined),
  );
}
