import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

const topic = 'feed.posts';

/** Says to every process, with the commit, that a post came into the feeds of its readers. */
export const announcePost = (
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  postId: string,
): Promise<void> => app.broadcast.publish(app, topic, postId);

/** Calls with the post. Returns what ends the subscription. */
export const onPost = (
  { broadcast }: Pick<App, 'broadcast'>,
  heard: (postId: string) => void,
): (() => void) => broadcast.subscribe(topic, (payload: Json) => heard(payload as string));
