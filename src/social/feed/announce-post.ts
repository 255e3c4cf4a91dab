import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

const topic = 'feed.posts';

/** Announces a new feed post to all processes on commit. */
export const announcePost = (
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  postId: string,
): Promise<void> => app.broadcast.publish(app, topic, postId);

/** Subscribes to new feed posts. Returns the function to unsubscribe. */
export const onPost = (
  { broadcast }: Pick<App, 'broadcast'>,
  heard: (postId: string) => void,
): (() => void) => broadcast.subscribe(topic, (payload: Json) => heard(payload as string));
