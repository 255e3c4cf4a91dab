import type { App } from '../../../platform/app.ts';
import type { Json } from '../../../platform/broadcast.ts';

const topic = 'links.bio-changed';

/** Makes every process draw a page anew. Called in the transaction that changes it. */
export const announceBio = (app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>, id: string): Promise<void> =>
  app.broadcast.publish(app, topic, id);

/** Returns what ends the subscription. */
export const onBioChanged = (
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (id: string) => void,
): (() => void) => broadcast.subscribe(topic, (payload: Json) => changed(payload as string));
