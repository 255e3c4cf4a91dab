import type { App } from '../../../platform/app.ts';
import type { Json } from '../../../platform/broadcast.ts';

const topic = 'links.bio-changed';

/** Invalidates the cached page in every process. Must be called in the transaction that changes the page. */
export const publishBioChange = (
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  id: string,
): Promise<void> => app.broadcast.publish(app, topic, id);

/** Subscribes to page changes. Returns a function that ends the subscription. */
export const onBioChanged = (
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (id: string) => void,
): (() => void) => broadcast.subscribe(topic, (payload: Json) => changed(payload as string));
