import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Live } from '../../live/open-live.ts';
import { announcePresence } from './presence.ts';

/** Who goes from page to page is gone for a moment only. */
const pause = seconds(15);

/** Announces who opens a page and who has closed their last one. Returns what ends that. */
export function watchPages(app: App, live: Live): () => void {
  const open = new Map<string, number>();
  const leaving = new Map<string, NodeJS.Timeout>();
  const stop = live.watch((viewer, isOpened) => {
    const { id } = viewer;
    const count = Math.max(0, (open.get(id) ?? 0) + (isOpened ? 1 : -1));
    if (count > 0) open.set(id, count);
    else open.delete(id);
    if (isOpened) {
      if (count === 1 && !leaving.has(id)) announcePresence(app, viewer, true);
      clearTimeout(leaving.get(id));
      leaving.delete(id);
    } else if (count === 0) {
      const timer = setTimeout(() => {
        leaving.delete(id);
        announcePresence(app, viewer, false);
      }, pause).unref();
      leaving.set(id, timer);
    }
  });
  return () => {
    stop();
    for (const timer of leaving.values()) clearTimeout(timer);
  };
}
